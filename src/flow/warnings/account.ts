import type { StoredAccount } from '../../schema/account';
import { accountClasses, findClassName } from '../../starknet/accounts/classes';
import { className } from '../../ui/review/facts';
import { deploysAccount } from '../transactions/review';
import { getName, ownAccount, type Rule, warning } from './rule';

/** A class that this account can run: of its own family, and not a Cairo 0 proxy. */
const fittingClass = (account: Pick<StoredAccount, 'addressClass'>, classHash: string) => {
  const kind = findClassName(classHash);
  const { family } = accountClasses[account.addressClass];
  const fits = kind && accountClasses[kind].family === family;
  if (fits && accountClasses[kind].cairoVersion === 1) return kind;
  return undefined;
};

/** New code for an account, or for another contract. */
export const accountUpgrade: Rule = (review) =>
  review.calls.flatMap(({ call, meaning }) => {
    if (meaning.kind !== 'upgrade') return [];
    const contract = getName(review, meaning.contract);
    // Others execute a message at any time: no change in it is routine.
    if (review.outside) return warning('controlByMessage', 'critical', { contract });
    const account = ownAccount(review, meaning.contract);
    if (!account) return warning('contractUpgrade', 'caution', { contract });
    // Calldata: class, length, number of calls, then calls that Argent's accounts execute with it.
    const fitting = !call.calldata[3] && fittingClass(account, meaning.classHash);
    if (fitting)
      return warning('accountUpgradeKnown', 'caution', {
        account: contract,
        class: className(fitting),
      });
    return warning('accountUpgradeUnknown', 'critical', { account: contract });
  });

/** Another owner, key or guardian for an account, or another owner for a contract. */
export const accountControl: Rule = (review) =>
  review.calls.flatMap(({ meaning }) => {
    if (meaning.kind !== 'owner' && meaning.kind !== 'guardian') return [];
    const contract = getName(review, meaning.contract);
    if (review.outside) return warning('controlByMessage', 'critical', { contract });
    const places = { account: contract };
    if (!ownAccount(review, meaning.contract))
      return warning('contractControl', 'caution', { contract });
    if (meaning.change === 'cancel') return warning('changeCancelled', 'caution', places);
    if (meaning.kind === 'owner') return warning('ownerChange', 'critical', places);
    return warning('guardianChange', 'high', places);
  });

/** Name parts of functions that change an account's code, signers or delegates. */
const TAKEOVER =
  /upgrade|implementation|class|owner|guardian|signer|key|escape|admin|role|module|plugin|session/iu;

/** A call to an own account with an unknown function. In a message, none is harmless. */
export const accountCallUnknown: Rule = (review) =>
  review.calls.flatMap(({ call, meaning }) => {
    if (meaning.kind !== 'other' || !ownAccount(review, call.contractAddress)) return [];
    const isWorst = review.outside !== undefined || TAKEOVER.test(call.entrypoint);
    return warning('accountCallUnknown', isWorst ? 'critical' : 'high', {
      account: getName(review, call.contractAddress),
      entrypoint: call.entrypoint,
    });
  });

/** This transaction deploys the account. */
export const accountUndeployed: Rule = (review) => {
  if (deploysAccount(review)) return [warning('accountUndeployed', 'info')];
  return [];
};
