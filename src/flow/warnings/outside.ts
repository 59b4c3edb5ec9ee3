import { sameFelt } from '../../schema/primitives';
import { ANY_CALLER } from '../../starknet/typedData/outsideExecution';
import { groupHex } from '../../ui/text/format';
import { dateText } from '../transactions/timeWords';
import { type Rule, warning } from './rule';

/** A message whose calls anyone may execute. */
export const outsideAnyone: Rule = ({ outside }) => {
  if (outside && sameFelt(outside.caller, ANY_CALLER)) return [warning('outsideAnyone', 'high')];
  return [];
};

const ONE_DAY = 86_400n;
const CENTURY = 36_525n * ONE_DAY;

/** A message whose calls can still be executed after more than 24 hours. */
export const outsideWindow: Rule = ({ outside, now }) => {
  const before = BigInt(outside?.before ?? 0);
  const left = before - BigInt(now);
  if (left <= ONE_DAY) return [];
  if (left > CENTURY) return [warning('outsideForever', 'high')];
  return [warning('outsideLong', 'high', { until: dateText(Number(before)) })];
};

/** Signed for others, with unknown outcome: it would add to this one. */
export const outsideLives: Rule = ({ pending = [] }) =>
  pending.flatMap((signature) => {
    if (signature.uses !== 'time' || signature.isAwaited) return [];
    const { before, site, isUsed } = signature;
    const until = dateText(before);
    if (isUsed) return warning('outsideUsed', 'caution', { until });
    if (site === undefined) return warning('outsideLives', 'high', { until });
    return warning('outsideGiven', 'high', { until, site });
  });

/** A nonce above the next one: the transaction waits for others, and runs once they are there. */
export const nonceGap: Rule = ({ transactions: [first], nextNonce }) => {
  if (!first || nextNonce === null || BigInt(first.nonce) <= BigInt(nextNonce)) return [];
  return [warning('nonceGap', 'caution', { number: `${BigInt(first.nonce)}`, next: nextNonce })];
};

/**
 * Signed before and not executed: replaces this one if both have the same nonce, else adds to it.
 * Silent about those that a node has just accepted and that this one waits for, as ordinary ones do.
 */
export const earlierLives: Rule = ({ transactions, nextNonce, pending = [] }) => {
  const [first] = transactions;
  const own = BigInt(first?.nonce ?? nextNonce ?? 0);
  return pending.flatMap((signature) => {
    if (signature.uses !== 'nonce') return [];
    const { nonce, txnHash, isHeld, isAwaited } = signature;
    if (isAwaited && BigInt(nonce) < own) return [];
    if (transactions.some((one) => BigInt(one.nonce) === BigInt(nonce)))
      return warning('earlierReplaced', 'caution', { number: nonce });
    const places = { number: nonce, hash: groupHex(txnHash) };
    if (isHeld) return warning('earlierHeld', 'critical', places);
    return warning('earlierLives', 'high', places);
  });
};
