import { createStoredAccount } from '../../src/flow/accounts/account';
import type { StoredAccount } from '../../src/schema/account';
import type { ChainId } from '../../src/schema/primitives';
import vectors from '../vectors/accounts.json';

const made = new Map<ChainId, readonly StoredAccount[]>();

/** The first accounts of the vectors' phrase, as stored after xnet_createAccount. */
export function storedAccounts(chainId: ChainId, count: number): StoredAccount[] {
  const known =
    made.get(chainId) ??
    vectors.accounts.map(({ addressIndex, publicKey }) =>
      createStoredAccount({ chainId, addressIndex, publicKey, addressClass: 'argent040' }),
    );
  made.set(chainId, known);
  return known.slice(0, count);
}

/** The stored grants after the user has shared the networks' first accounts with these sites. */
export const storedGrants = (chains: readonly ChainId[], count: number, sites: readonly string[]) =>
  Object.fromEntries(
    sites.map((site) => [
      site,
      chains.flatMap((chainId) =>
        storedAccounts(chainId, count).map(({ address }) => ({ chainId, address })),
      ),
    ]),
  );

/** A state with the network's first account, with these changes, shared with these sites. */
export const storedFirst = (
  chainId: ChainId,
  changes: Partial<StoredAccount>,
  sites: readonly string[] = ['https://dapp.example'],
) => ({
  plain: {
    version: 1,
    accounts: { [chainId]: storedAccounts(chainId, 1).map((one) => ({ ...one, ...changes })) },
    grants: storedGrants([chainId], 1, sites),
  },
});

/** A state in which the network's first account is deployed and shared with these sites. */
export const storedDeployed = (chainId: ChainId, sites?: readonly string[]) =>
  storedFirst(chainId, { deployment: 'deployed' }, sites);
