import type { State } from '../../module';
import { typedDataHash } from '../../starknet/typedData/hash';
import type { HeldSignature } from '../../state/signatures';
import { LAST_SECOND } from '../transactions/timeWords';
import { type Grant, readGrant } from './grants';
import { nameText } from './names';
import type { MessageReview } from './warnings';

/** A site writes the name of a type, as long as it likes. */
const TYPE_LIMIT = 64;

/** Power of whoever holds the signature; undefined if it grants nothing, such as a sign-in. */
function powerOf({ sessions, moves, kind }: Grant): HeldSignature['power'] | undefined {
  if (sessions.length > 0) return 'session';
  if (moves === 'order') return 'order';
  if (kind === 'delegation') return 'delegation';
  if (moves === 'unknown') return 'unknown';
  return undefined;
}

type Power = Pick<HeldSignature, 'power' | 'most' | 'hash'> & { readonly ends: number | undefined };

async function record(
  module: Pick<State, 'signatures'>,
  { context, account, typedData, now }: Omit<MessageReview, 'addresses'>,
  { ends, ...power }: Power,
): Promise<void> {
  const signature = {
    ...power,
    site: context.origin,
    account: account.address,
    type: nameText(typedData.message.type).slice(0, TYPE_LIMIT),
    ends: ends === undefined ? null : Math.min(ends, Number(LAST_SECOND)),
    signedAt: now,
  };
  await module.signatures.add(context.network.chainId, signature, now);
}

/** Notes a signed message that grants something, for the user's list. */
export async function recordSignedMessage(
  module: Pick<State, 'signatures'>,
  review: MessageReview,
): Promise<void> {
  const grant = readGrant(review);
  const power = powerOf(grant);
  const { most: maximum, ends, kind } = grant;
  const { typedData, account } = review;
  if (!power) return;
  await record(module, review, {
    power,
    ends,
    ...(maximum && { most: maximum }),
    ...(kind === 'session' && { hash: typedDataHash(typedData, account.address) }),
  });
}

/** Notes signed calls that a site may have carried out, for the user's list. */
export const recordSignedCalls = (
  module: Pick<State, 'signatures'>,
  review: Omit<MessageReview, 'addresses'>,
  ends: number,
): Promise<void> => record(module, review, { power: 'calls', ends });
