import { fail } from '@xnet/clients/errors';
import { type ChainId, networkOf } from '../../schema/primitives';
import { formatUnits } from '../../starknet/felt';
import { listedName } from '../../starknet/meaning/knownContracts';
import { knownToken } from '../../starknet/tokens/erc20';
import { type TypedDataFact, typedDataFacts } from '../../starknet/typedData/leaves';
import { type TypedData, typedDataChainId } from '../../starknet/typedData/parse';
import { parseSessions, type Session } from '../../starknet/typedData/session';
import {
  type Fact,
  type Label,
  type ReviewFacts,
  rawFact,
  type Section,
  senderFacts,
  sentenceFact,
  textFact,
} from '../../ui/review/facts';
import { groupHex } from '../../ui/text/format';
import { say, type Words } from '../../ui/text/words';
import { lengthWords, timeWords } from '../transactions/timeWords';
import { type MessageReview, messageWarnings, pathText } from './warnings';

/** The facts of a message, read from the same tree that is hashed. */
export function describeMessage(review: MessageReview): ReviewFacts {
  const sessions = parseSessions(review.typedData);
  return {
    ...frameOf(review),
    title: sessions[0] ? say('message.titleSession') : messageTitle(review),
    verb: 'review.doSign',
    warnings: messageWarnings(review),
    sections: [...sessions.map((one) => describeSession(one, review)), ...signed(review)],
  };
}

/** Kind and site as the message states them, marked as its own words. */
function messageTitle({ typedData }: MessageReview): Words {
  const kind = typedData.message.type;
  const named = typedData.domain.fields.find(({ name }) => name === 'name')?.value;
  const name = named?.as === 'felt' ? named.text : undefined;
  return name ? say('message.titleFor', { kind, name }) : say('message.title', { kind });
}

const networkIn = (typedData: TypedData) =>
  networkOf(typedDataChainId(typedData)) ?? fail('internal');

/** What all messages have in common. The network is the one for which the signature is valid. */
export function frameOf({ context, account, typedData }: MessageReview) {
  const network = networkIn(typedData);
  return {
    origin: context.origin,
    network: network.chainId === context.network.chainId ? context.network.name : network.name,
    account: senderFacts(account),
  };
}

/** Every value that is signed, in the order of the hash. */
export function signed({ typedData }: Pick<MessageReview, 'typedData'>): Section[] {
  const { chainId } = networkIn(typedData);
  const facts = typedDataFacts(typedData);
  const part = (name: string) =>
    facts.filter(({ path }) => path[0] === name).map((fact) => messageFact(fact, chainId));
  const kind: Fact = textFact('message.kind', typedData.message.type);
  return [
    { title: say('message.what'), facts: [kind, ...part('message')] },
    { title: say('message.for'), facts: part('domain') },
  ];
}

function describeSession(
  { key, expires, methods }: Session,
  { now, typedData }: MessageReview,
): Section {
  const { chainId } = networkIn(typedData);
  const until: Fact[] =
    expires === null
      ? [sentenceFact('message.sessionForever')]
      : [
          textFact('message.sessionUntil', timeWords(expires)),
          textFact('message.sessionLength', lengthWords(BigInt(expires) - BigInt(now))),
        ];
  return {
    title: say('message.sessionTitle'),
    facts: [
      ...(methods ?? []).map(
        ({ contract, entrypoint, selector }): Fact => ({
          as: 'address',
          label:
            entrypoint === null
              ? say('message.sessionUnknown', { selector })
              : say('message.sessionMethod', { entrypoint }),
          value: contract,
          ...nameInLists(contract, chainId),
        }),
      ),
      ...(methods === null ? [sentenceFact('message.sessionUnread')] : []),
      ...until,
      ...(key === null ? [] : [rawFact('message.sessionKey', key)]),
    ],
  };
}

/** A larger number in decimal digits is unreadable. */
const LONG = 2n ** 64n;

function nameInLists(address: string, chainId: ChainId): { name?: string } {
  const name = listedName(address, chainId);
  return name === undefined ? {} : { name };
}

/** A value of a message for display, read from the tree that is hashed. */
function messageFact(fact: TypedDataFact, chainId: ChainId): Fact {
  const { path, type, as, value, raw = '' } = fact;
  const label = pathText(path) || type;
  const text = (shown: Label): Fact => ({ as: 'text', label, value: shown });
  switch (as) {
    case 'address':
      return { as, label, value, ...nameInLists(value, chainId) };
    case 'classHash':
      return { as: 'raw', label, value };
    case 'root':
      return { as: 'raw', label: say('message.root', { field: label }), value };
    case 'amount':
      return amountFact(label, { amount: value, token: fact.token, chainId });
    case 'text':
      if (raw === '') return text(say('message.quoted', { text: value }));
      return text(
        value === ''
          ? say('message.emptyText', { raw })
          : say('message.text', { text: value, raw }),
      );
    case 'number': {
      const number = BigInt(value) < LONG ? value : say('message.number', { number: value, raw });
      const { alsoReads } = fact;
      return text(
        alsoReads === undefined ? number : say('message.alsoReads', { number, text: alsoReads }),
      );
    }
    case 'selector':
      return text(fact.warning ? say('message.unreadable', { selector: value }) : value);
    case 'time':
      return text(timeWords(raw));
    case 'boolean':
      return text(say(value === 'true' ? 'message.true' : 'message.false'));
    case 'choice':
      return text(value);
    case 'empty':
      return text(say('message.nothing'));
  }
}

/** Uses symbol and decimals if the token is on the module's own list, else smallest units. */
export function amountFact(
  label: Label,
  { amount, token, chainId }: { amount: string; token: string | undefined; chainId: ChainId },
): Fact {
  const fact = (value: Label): Fact => ({ as: 'text', label, value });
  if (token === undefined) return fact(amount);
  const known = knownToken(token, chainId);
  return known
    ? fact({ amount: formatUnits(BigInt(amount), known.decimals), symbol: known.symbol })
    : fact(say('warnings.units', { amount, token: groupHex(token) }));
}
