import { toAddress } from '../../starknet/felt';
import { isListed, nameOf, ownAccount, type Rule, warning } from './rule';

/** A call that no ABI of its contract describes. */
export const callUnknown: Rule = (review) =>
  review.calls.flatMap(({ call: { contractAddress, entrypoint }, decoded, meaning }) => {
    // A known act of a listed contract needs no ABI; accounts have a rule of their own.
    const isDescribed = meaning.kind !== 'other' && isListed(review, contractAddress);
    if (decoded || isDescribed || ownAccount(review, contractAddress)) return [];
    return warning('callUnknown', 'caution', {
      entrypoint,
      contract: nameOf(review, contractAddress),
    });
  });

/** A call that the site describes otherwise than its contract does. */
export const abiDiffers: Rule = (review) =>
  review.calls.flatMap(({ call: { contractAddress, entrypoint }, siteAgrees }) =>
    siteAgrees === false
      ? warning('abiDiffers', 'caution', { entrypoint, contract: nameOf(review, contractAddress) })
      : [],
  );

/** A contract that the account did not use before; listed ones and tokens have rules of their own. */
export const contractFirst: Rule = (review) =>
  review.calls.flatMap(({ call }) => {
    const address = toAddress(call.contractAddress);
    const isUsual =
      isListed(review, address) ||
      ownAccount(review, address) !== undefined ||
      address in review.tokens ||
      review.known.contracts.includes(address);
    return isUsual ? [] : warning('contractFirst', 'info', { contract: nameOf(review, address) });
  });

/** The simulation failed on chain: so would the transaction. */
export const previewReverts: Rule = ({ preview }) =>
  preview.state === 'reverts'
    ? [warning('previewReverts', 'critical', { reason: preview.reason })]
    : [];

/**
 * Nothing could be tried out: never the same as nothing to worry about. Where nothing is called,
 * as in the deployment of the account, there is nothing to try out.
 */
export const previewUnknown: Rule = ({ calls, outside, preview }) =>
  preview.state === 'unknown' && (calls.length > 0 || outside)
    ? [warning('previewUnknown', 'caution', { why: preview.why })]
    : [];
