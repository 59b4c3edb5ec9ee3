import { ADDRESS_BOUND, parseNumber } from '../../schema/primitives';
import { toAddress, toHex } from '../felt';
import { selectorOf } from '../selector';
import { parseUint256 } from './erc20';

type EmittedTokenEvent = {
  readonly from_address: string;
  readonly keys: readonly string[];
  readonly data: readonly string[];
};
export type Transfer = { token: string; from: string; to: string; amount: bigint };

/** Key of the event `Transfer` (SNIP-13). */
export const TRANSFER = selectorOf('Transfer');

/** Filters for the transfers of an account where sender and recipient are keys of the event. */
export const transferKeys = (account: string) => ({
  out: [[TRANSFER], [toHex(BigInt(account))]],
  in: [[TRANSFER], [], [toHex(BigInt(account))]],
});

/**
 * The transfer that an event tells of. Tokens name sender and recipient in the keys (`indexed`,
 * SNIP-13) or, as those before it, in the data (`legacy`). Undefined where it is neither.
 */
export function parseTransferEvent({
  from_address,
  keys,
  data,
}: EmittedTokenEvent): Transfer | undefined {
  const [selector, ...named] = keys;
  if (selector === undefined || BigInt(selector) !== BigInt(TRANSFER)) return undefined;
  const [from, to, ...limbs] = [...named, ...data];
  if (named.length !== 2 && named.length !== 0) return undefined;
  const amount = parseUint256(limbs);
  const [sender, recipient] = [parseNumber(from), parseNumber(to)];
  if (amount === undefined || sender === undefined || recipient === undefined) return undefined;
  if (sender >= ADDRESS_BOUND || recipient >= ADDRESS_BOUND) return undefined;
  return {
    token: toAddress(from_address),
    from: toAddress(sender),
    to: toAddress(recipient),
    amount,
  };
}

/** True where nodes cannot filter by sender and recipient: both are in the data. */
export const isLegacyTransfer = ({ keys }: EmittedTokenEvent): boolean => keys.length < 3;
