import type { Rule } from './subject';
import { warning } from './warning';

/** A nonce above the next one: the transaction waits for others, and runs when they are there. */
export const nonceGap: Rule = ({ transactions: [first], nextNonce }) => {
  if (!first || nextNonce === null || BigInt(first.nonce) <= BigInt(nextNonce)) return [];
  return [warning('nonceGap', 'caution', { number: `${BigInt(first.nonce)}`, next: nextNonce })];
};
