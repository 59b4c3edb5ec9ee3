import { fail } from '../../errors';
import type { StoredAccount } from '../../schema/account';
import type { RequestContext } from '../../schema/context';
import { networkOf } from '../../schema/network';
import { typedDataFacts } from '../../starknet/typedData/leaves';
import { type TypedData, typedDataChainId } from '../../starknet/typedData/parse';
import { readSession, type Session } from '../../starknet/typedData/session';
import type { Fact, ReviewFacts, Section } from '../../ui/review/facts';
import type { Words } from '../../ui/text/words';
import { lengthWords, timeWords } from '../transactions/timeWords';
import { messageFact } from './messageFacts';
import { messageWarnings } from './warnings';

export type MessageReview = {
  readonly context: RequestContext;
  readonly account: StoredAccount;
  readonly typedData: TypedData;
  /** Unix seconds. */
  readonly now: number;
};

/** The facts of a message, read off the very tree that is hashed. */
export function describeMessage(review: MessageReview): ReviewFacts {
  const session = readSession(review.typedData);
  return {
    ...frameOf(review),
    title: session ? { say: 'message.titleSession' } : titleOf(review),
    verb: 'review.doSign',
    warnings: messageWarnings(review),
    sections: [...(session ? [describeSession(session, review.now)] : []), ...signed(review)],
  };
}

/** Kind and site as the message names them, marked as words of others. */
function titleOf({ typedData }: MessageReview): Words {
  const kind = typedData.message.type;
  const named = typedData.domain.fields.find(({ name }) => name === 'name')?.value;
  const name = named?.as === 'felt' ? named.text : undefined;
  return name === undefined || name === ''
    ? { say: 'message.title', with: { kind } }
    : { say: 'message.titleFor', with: { kind, name } };
}

const networkIn = (typedData: TypedData) =>
  networkOf(typedDataChainId(typedData)) ?? fail('internal', 'No such network.');

/** What every message has in common. The network is the one that the signature is good for. */
export function frameOf({ context, account, typedData }: MessageReview) {
  return {
    origin: context.origin,
    network: networkIn(typedData).name,
    account: { name: account.name, address: account.address },
  };
}

/** Every value that is signed, in the order of the hash. */
export function signed({ typedData }: Pick<MessageReview, 'typedData'>): Section[] {
  const { chainId } = networkIn(typedData);
  const facts = typedDataFacts(typedData);
  const part = (name: string) =>
    facts.filter(({ path }) => path[0] === name).map((fact) => messageFact(fact, chainId));
  const kind: Fact = {
    as: 'text',
    label: { say: 'message.kind' },
    value: typedData.message.type,
  };
  return [
    { title: { say: 'message.what' }, facts: [kind, ...part('message')] },
    { title: { say: 'message.for' }, facts: part('domain') },
  ];
}

function describeSession({ key, expires, methods }: Session, now: number): Section {
  const left = expires === null ? 0n : BigInt(expires) - BigInt(now);
  const until: Fact[] =
    expires === null
      ? [{ as: 'sentence', value: { say: 'message.sessionForever' } }]
      : [
          { as: 'text', label: { say: 'message.sessionUntil' }, value: timeWords(expires) },
          {
            as: 'text',
            label: { say: 'message.sessionLength' },
            value: left > 0n ? lengthWords(left) : { say: 'message.sessionOver' },
          },
        ];
  return {
    title: { say: 'message.sessionTitle' },
    facts: [
      ...(methods ?? []).map(
        ({ contract, entrypoint, selector }): Fact => ({
          as: 'address',
          label:
            entrypoint === null
              ? { say: 'message.sessionUnknown', with: { selector } }
              : { say: 'message.sessionMethod', with: { entrypoint } },
          value: contract,
        }),
      ),
      ...(methods === null
        ? [{ as: 'sentence' as const, value: { say: 'message.sessionUnread' as const } }]
        : []),
      ...until,
      ...(key === null
        ? []
        : [{ as: 'raw' as const, label: { say: 'message.sessionKey' as const }, value: key }]),
    ],
  };
}
