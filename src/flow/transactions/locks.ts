import type { Module } from '../../module';
import type { StoredAccount } from '../../schema/account';
import { type RequestContext, USER } from '../../schema/primitives';
import { requireUsable } from '../consent/usable';

export type Signing = { readonly context: RequestContext; readonly account: StoredAccount };

/**
 * Signing of one account runs in sequence: a review mentions everything signed before it. The task
 * gets the account as it is when its turn comes, since those before it may have changed it. A site
 * does not wait for a review on the module's page: its own dialog would lead away from there.
 * @throws unknownAccount if it is gone by then, needsOtherSigner
 */
export const withAccountLock = <T>(
  module: Pick<Module, 'inTurn' | 'accounts' | 'makeWay'>,
  { context, account: { address } }: Signing,
  task: (account: StoredAccount) => Promise<T>,
): Promise<T> => {
  const { chainId } = context.network;
  const inTurn = async () => {
    const account = await module.accounts.get(chainId, address);
    requireUsable(account);
    return task(account);
  };
  if (context.origin !== USER) module.makeWay();
  return module.inTurn(`${chainId}.${address}`, inTurn);
};
