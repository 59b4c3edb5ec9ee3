import { groupHex } from '../../ui/text/format';
import type { Rule } from './subject';
import { warning } from './warning';

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
