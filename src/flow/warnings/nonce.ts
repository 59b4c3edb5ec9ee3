import { groupHex } from '../../ui/text/format';
import { type Rule, warning } from './rule';

/** A nonce above the next one: the transaction waits for others, and runs when they are there. */
export const nonceGap: Rule = ({ transactions: [first], nextNonce }) => {
  if (!first || nextNonce === null || BigInt(first.nonce) <= BigInt(nextNonce)) return [];
  return [warning('nonceGap', 'caution', { number: `${BigInt(first.nonce)}`, next: nextNonce })];
};

/**
 * What was signed before and not carried out: in place of this one where both have the same nonce,
 * and else on top of it.
 */
export const earlierLives: Rule = ({ transactions, earlier = [] }) =>
  earlier.map(({ nonce, txnHash, isHeld }) => {
    if (transactions.some((one) => BigInt(one.nonce) === BigInt(nonce)))
      return warning('earlierReplaced', 'caution', { number: nonce });
    const places = { number: nonce, hash: groupHex(txnHash) };
    return isHeld
      ? warning('earlierHeld', 'critical', places)
      : warning('earlierLives', 'high', places);
  });
