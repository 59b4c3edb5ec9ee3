import { toAddress } from '../../starknet/felt';
import { isUsedContract } from '../addresses/addressBook';
import { getName, isListed, ownAccount, type Rule, warning } from './rule';

/** A call that its contract's ABI does not describe. */
export const callUnknown: Rule = (review) =>
  review.calls.flatMap(({ call: { contractAddress, entrypoint }, decoded, meaning }) => {
    // A known act of a listed contract needs no ABI; accounts have their own rule.
    const isDescribed = meaning.kind !== 'other' && isListed(review, contractAddress);
    if (decoded || isDescribed || ownAccount(review, contractAddress)) return [];
    return warning('callUnknown', 'caution', {
      entrypoint,
      contract: getName(review, contractAddress),
    });
  });

/** A call that the site describes differently from its contract. */
export const abiDiffers: Rule = (review) =>
  review.calls.flatMap(({ call: { contractAddress, entrypoint }, siteAgrees }) => {
    if (siteAgrees === false)
      return warning('abiDiffers', 'caution', {
        entrypoint,
        contract: getName(review, contractAddress),
      });
    return [];
  });

/** A contract that the account has not used before; listed ones and tokens have their own rules. */
export const contractFirst: Rule = (review) =>
  review.calls.flatMap(({ call }) => {
    const address = toAddress(call.contractAddress);
    const isUsual =
      isListed(review, address) ||
      ownAccount(review, address) !== undefined ||
      address in review.tokens ||
      isUsedContract(review.addresses, address);
    if (isUsual) return [];
    return warning('contractFirst', 'info', { contract: getName(review, address) });
  });

/** The simulation reverted, so the transaction would, too. */
export const previewReverts: Rule = ({ preview }) => {
  if (preview.state === 'reverts')
    return [warning('previewReverts', 'critical', { reason: preview.reason })];
  return [];
};

/**
 * No simulation was possible: this does not mean that all is well. Without calls, as in a
 * deployment of the account, there is nothing to simulate.
 */
export const previewUnknown: Rule = ({ calls, outside, preview }) => {
  if (preview.state === 'unknown' && (calls.length > 0 || outside))
    return [warning('previewUnknown', 'caution', { why: preview.why })];
  return [];
};
