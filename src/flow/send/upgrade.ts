import { fail } from '@xnet/clients/errors';
import type { Module } from '../../module';
import { ofClass, type StoredAccount } from '../../schema/account';
import { accountClassLabels, type DerivedClassName } from '../../schema/accountClass';
import type { Call } from '../../schema/call';
import type { RequestContext } from '../../schema/primitives';
import type { TransactionDetails } from '../../schema/transactionDetails';
import { accountClasses, newAccountClass } from '../../starknet/accounts/classes';
import {
  className,
  type Label,
  type ReviewFacts,
  rawFact,
  sentenceFact,
  textFact,
} from '../../ui/review/facts';
import { say } from '../../ui/text/words';
import { type AccountOnChain, fetchAccountOnChain } from '../accounts/onChain';
import { requireUsable } from '../consent/usable';
import { describeTransaction } from '../review/describe';
import type { TransactionReview } from '../transactions/review';
import { sendTransaction } from './send';

/**
 * Upgrades an older account by its vendor's next step; returns the transaction's hash. Reads the
 * class on chain first, regardless of state.
 * @throws noUpgrade, userRejected and what sendTransaction throws
 */
export async function upgradeAccount(
  module: Module,
  context: RequestContext,
  account: StoredAccount,
  details: TransactionDetails,
): Promise<string> {
  const { chainId } = context.network;
  const onChain = await fetchAccountOnChain(await module.node(chainId), account);
  if (onChain.classHash === null) fail('noUpgrade', 'It is not deployed.');
  const { accountClass, obstacle, upgradesTo } = onChain;
  const upgraded: StoredAccount = {
    ...ofClass(account, accountClass),
    deployment: 'deployed',
    obstacle,
  };
  if (accountClass !== account.accountClass || obstacle !== account.obstacle)
    await module.accounts.keepFound(chainId, [upgraded]);
  requireUsable(upgraded);
  if (upgradesTo === null) fail('noUpgrade', whyNot(onChain));
  const [hash] = await sendTransaction(
    module,
    {
      context,
      account: upgraded,
      calls: [upgradeCall(account, upgradesTo)],
      details,
    },
    (review) => describeUpgrade(review, onChain, upgradesTo),
  );
  return hash ?? fail('internal', 'An upgrade was sent without a hash.');
}

const whyNot = ({ accountClass }: AccountOnChain): string => {
  if (accountClass === newAccountClass)
    return `It is ${accountClassLabels[newAccountClass]}, the newest class, already.`;
  return `${accountClassLabels[accountClass]} has no next class.`;
};

/** upgrade(new class, calls to make afterwards: an empty list, passed as one felt). */
const upgradeCall = ({ address }: StoredAccount, next: DerivedClassName): Call => ({
  contractAddress: address,
  entrypoint: 'upgrade',
  calldata: [accountClasses[next].classHash, '0x1', '0x0'],
});

function describeUpgrade(
  review: TransactionReview,
  { classHash, ...from }: AccountOnChain,
  next: DerivedClassName,
): ReviewFacts {
  const facts = describeTransaction(review);
  const { accountClass, version } = from;
  const name: Label =
    accountClass === 'other' && version !== null
      ? say('calls.version', { version })
      : className(accountClass);
  return {
    ...facts,
    title: say('calls.upgradeTitle'),
    verb: 'review.doUpgrade',
    sections: [
      {
        title: say('review.whatChanges'),
        facts: [
          sentenceFact('calls.becomes', { name, next: accountClassLabels[next] }),
          rawFact('calls.classNow', classHash ?? ''),
          rawFact('calls.classAfterwards', accountClasses[next].classHash),
          textFact('calls.stays', say('calls.staysWhat')),
        ],
      },
      ...facts.sections,
    ],
  };
}
