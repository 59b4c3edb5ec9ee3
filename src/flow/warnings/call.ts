import { toAddress } from '../../starknet/felt';
import { isListed, nameOf, ownAccount, type Rule, warning } from './evidence';

/** A call that no ABI of its contract describes. */
export const callUnknown: Rule = (subject) =>
  subject.calls.flatMap(({ call: { contractAddress, entrypoint }, decoded, meaning }) => {
    // A known act of a listed contract needs no ABI; accounts have a rule of their own.
    const isTold = meaning.kind !== 'other' && isListed(subject, contractAddress);
    if (decoded || isTold || ownAccount(subject, contractAddress)) return [];
    return warning('callUnknown', 'caution', {
      entrypoint,
      contract: nameOf(subject, contractAddress),
    });
  });

/** A call that the site describes otherwise than its contract does. */
export const abiDiffers: Rule = (subject) =>
  subject.calls.flatMap(({ call: { contractAddress, entrypoint }, siteAgrees }) =>
    siteAgrees === false
      ? warning('abiDiffers', 'caution', {
          entrypoint,
          contract: nameOf(subject, contractAddress),
        })
      : [],
  );

/** A contract that the account did not use before; listed ones and tokens have rules of their own. */
export const contractFirst: Rule = (subject) =>
  subject.calls.flatMap(({ call }) => {
    const address = toAddress(call.contractAddress);
    const isUsual =
      isListed(subject, address) ||
      ownAccount(subject, address) !== undefined ||
      address in subject.tokens ||
      subject.known.contracts.includes(address);
    return isUsual ? [] : warning('contractFirst', 'info', { contract: nameOf(subject, address) });
  });
