import { accountOf } from '../../src/flow/accounts/account';
import type { StoredAccount } from '../../src/schema/account';
import type { ChainId } from '../../src/schema/primitives';
import vectors from '../vectors/accounts.json';

const made = new Map<ChainId, readonly StoredAccount[]>();

/** The first accounts of the vectors' phrase, as state keeps them after xnet_createAccount. */
export function storedAccounts(chainId: ChainId, count: number): StoredAccount[] {
  const known =
    made.get(chainId) ??
    vectors.accounts.map(({ addressIndex, publicKey }) =>
      accountOf({ chainId, addressIndex, publicKey, addressClass: 'argent040' }),
    );
  made.set(chainId, known);
  return known.slice(0, count);
}

/** What state keeps after the user has shown the first accounts of these networks to these sites. */
export const storedGrants = (chains: readonly ChainId[], count: number, sites: readonly string[]) =>
  Object.fromEntries(
    sites.map((site) => [
      site,
      chains.flatMap((chainId) =>
        storedAccounts(chainId, count).map(({ address }) => ({ chainId, address })),
      ),
    ]),
  );

/** A state with the first account of the network, these changes of it, shown to these sites. */
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

/** A state in which the first account of the network is deployed, and was shown to these sites. */
export const storedDeployed = (chainId: ChainId, sites?: readonly string[]) =>
  storedFirst(chainId, { deployment: 'deployed' }, sites);
