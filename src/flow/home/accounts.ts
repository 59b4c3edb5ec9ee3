import type { State } from '../../module';
import type { ChainId } from '../../schema/primitives';
import type { AccountFacts } from '../../ui/home/accounts';
import { accountName, className } from '../../ui/review/facts';
import { workingAccount } from '../consent/permissions';

/** The accounts of a network, with what each is to sites; the one that they work with is marked. */
export async function accountFacts(module: State, chainId: ChainId): Promise<AccountFacts[]> {
  const accounts = await module.accounts.list(chainId);
  const visible = accounts.filter(({ hidden, obstacle }) => !hidden && obstacle === undefined);
  const current = await workingAccount(module, { network: { chainId, name: chainId } }, visible);
  const standingOf = (account: (typeof accounts)[number]): AccountFacts['standing'] => {
    if (account.hidden) return 'hidden';
    if (account !== current) return 'other';
    return visible.length > 1 ? 'current' : 'only';
  };
  return accounts.map((account) => ({
    name: accountName(account),
    address: account.address,
    kind: className(account.accountClass),
    index: account.addressIndex,
    isDeployed: account.deployment === 'deployed',
    obstacle: account.obstacle,
    standing: standingOf(account),
  }));
}

/** The facts of one of them; of the current one for an empty address. */
export const createAccountFacts = async (
  module: State,
  chainId: ChainId,
  address: string,
): Promise<AccountFacts | undefined> =>
  (await accountFacts(module, chainId)).find(({ address: ownAddress, standing }) =>
    address === '' ? standing === 'current' || standing === 'only' : ownAddress === address,
  );
