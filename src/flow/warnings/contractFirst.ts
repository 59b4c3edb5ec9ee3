import { toAddress } from '../../starknet/felt';
import { isListed, nameOf, ownAccount } from './parties';
import type { Rule } from './subject';
import { warning } from './warning';

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
