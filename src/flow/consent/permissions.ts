import { fail } from '@xnet/clients/errors';
import type { Module, State, Wallet } from '../../module';
import type { StoredAccount } from '../../schema/account';
import { type RequestContext, sameFelt } from '../../schema/primitives';
import { accountKinds, newAccountClass } from '../../starknet/accounts/classes';
import { includesGrant } from '../../state/grants';

export type Access = Pick<Module, 'accounts' | 'grants' | 'isTrusted'>;

/** True if the site was granted any account. */
export const isGrantedAny = async (module: Access, origin: string): Promise<boolean> =>
  module.isTrusted(origin) || (await module.grants.of(origin)).length > 0;

/** Tells whether the site was granted an address's account, on any network; reads only grants. */
export async function grantsOfSite(
  module: Access,
  { origin }: Pick<RequestContext, 'origin'>,
): Promise<(address: string) => boolean> {
  if (module.isTrusted(origin)) return () => true;
  const grants = await module.grants.of(origin);
  return (address) => includesGrant(grants, address);
}

export const isGranted = async (
  module: Access,
  context: RequestContext,
  address: string,
): Promise<boolean> => (await grantsOfSite(module, context))(address);

/** Takes everything back that the user has allowed a site: it starts anew. */
export async function forgetSite(
  { grants, siteNetworks }: Pick<State, 'grants' | 'siteNetworks'>,
  origin: string,
): Promise<void> {
  await grants.revoke(origin);
  await siteNetworks.forget(origin);
}

/**
 * The account of an address that a site was granted. Checks grants first, so that a site cannot
 * tell whether an account that it was not granted exists.
 * @throws unknownAccount
 */
export async function grantedAccount(
  module: Access,
  context: RequestContext,
  address: string,
): Promise<StoredAccount> {
  if (!(await isGranted(module, context, address))) fail('unknownAccount');
  return module.accounts.get(context.network.chainId, address);
}

/** The accounts of a network that a site was granted, including hidden ones. */
export async function grantedAccounts(
  module: Access,
  context: RequestContext,
): Promise<StoredAccount[]> {
  const maySee = await grantsOfSite(module, context);
  const accounts = await module.accounts.list(context.network.chainId);
  return accounts.filter(({ address }) => maySee(address));
}

const isOffered = ({ hidden, obstacle }: StoredAccount): boolean =>
  !hidden && obstacle === undefined;

/** The accounts of a network that a site was granted, that work and that the user has not hidden. */
export const shownAccounts = async (
  module: Access,
  context: RequestContext,
): Promise<StoredAccount[]> => (await grantedAccounts(module, context)).filter(isOffered);

/**
 * The accounts of a network that a site may see; asks the user to choose if it sees none yet.
 * Hidden accounts and those that the phrase alone cannot use are not offered.
 * @throws userRejected
 */
export function visibleAccounts(
  module: State & Wallet,
  context: RequestContext,
): Promise<StoredAccount[]> {
  const { origin, network } = context;
  const { chainId, name } = network;
  return module.inTurn(`${chainId}.${origin}`, async () => {
    const granted = await shownAccounts(module, context);
    if (granted[0]) return granted;
    const accounts = (await module.accounts.list(chainId)).filter(isOffered);
    if (!accounts[0]) return [];
    const chosen = await module.dialogs.choose({ origin, network: name, accounts });
    const chosenAccounts = accounts.filter(({ address }) =>
      chosen.some((one) => sameFelt(one, address)),
    );
    await module.grants.add(
      origin,
      chosenAccounts.map(({ address }) => ({ chainId, address })),
    );
    return shownAccounts(module, context);
  });
}

/**
 * Finds the account that an index means: a deployed one, of the newest class first; else one of an older
 * class, which is stored only because something was found there; else the one of the class of new
 * accounts.
 */
function preference({ deployment, addressClass }: StoredAccount): number {
  const age = accountKinds.indexOf(addressClass);
  if (deployment === 'deployed') return age;
  return accountKinds.length + (addressClass === newAccountClass ? accountKinds.length : age);
}

export const byPreference = (a: StoredAccount, b: StoredAccount): number =>
  preference(a) - preference(b);

/** The one among these accounts that an index means. */
export const getPreferredAccount = (
  accounts: readonly StoredAccount[],
  addressIndex: number | undefined,
): StoredAccount | undefined =>
  accounts.filter((account) => account.addressIndex === addressIndex).sort(byPreference)[0];

/**
 * The account that a site works with, among those that it sees: the one that the user has chosen,
 * else the one that the index of the first means; undefined if it sees none.
 */
export async function workingAccount(
  module: Pick<Module, 'accounts'>,
  { network }: Pick<RequestContext, 'network'>,
  visible: readonly StoredAccount[],
): Promise<StoredAccount | undefined> {
  const chosen = await module.accounts.current(network.chainId);
  return (
    visible.find(({ address }) => chosen !== null && sameFelt(address, chosen)) ??
    getPreferredAccount(visible, visible[0]?.addressIndex)
  );
}

/** @throws unknownAccount, userRejected */
export const currentAccount = async (
  module: State & Wallet,
  context: RequestContext,
): Promise<StoredAccount> =>
  (await workingAccount(module, context, await visibleAccounts(module, context))) ??
  fail('unknownAccount');
