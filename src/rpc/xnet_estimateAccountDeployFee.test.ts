import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';
import { storedAccounts, storedGrants } from '../../test/wallet/storedAccounts';
import { chainIds } from '../schema/primitives';

const SITE = 'https://site.example';
const accounts = storedAccounts(chainIds.sepolia, 3);

/** What a node is told by a request for the fee of an index, by a site that was granted the first account. */
async function toldBy(addressIndex: number): Promise<string> {
  let told = '';
  const { invoke } = openModule({
    stored: {
      plain: {
        accounts: { [chainIds.sepolia]: accounts },
        grants: storedGrants([chainIds.sepolia], 1, [SITE]),
      },
    },
    fetch: async (_url, init) => {
      told += String(init?.body);
      const sent = JSON.parse(String(init?.body));
      const known: Record<string, string> = {
        starknet_chainId: chainIds.sepolia,
        starknet_specVersion: '0.10.2',
      };
      const replies = [sent].flat().map(({ id, method }) => ({
        jsonrpc: '2.0',
        id,
        ...(known[method] === undefined
          ? { error: { code: 20, message: 'Contract not found' } }
          : { result: known[method] }),
      }));
      return new Response(JSON.stringify(Array.isArray(sent) ? replies : replies[0]));
    },
  });
  await invoke('xnet_estimateAccountDeployFee', { addressIndex }, SITE).catch(() => undefined);
  return told;
}

const named = (told: string): string[] =>
  accounts.map(({ address }) => address).filter((address) => told.includes(address.slice(4)));

describe('xnet_estimateAccountDeployFee', () => {
  // @promise P2.2
  it('sends a node no account of the user for an index without a grant', async () => {
    for (const addressIndex of [1, 2, 9]) {
      const told = await toldBy(addressIndex);
      expect(told).toContain('starknet_');
      expect(named(told)).toEqual([]);
    }
  });

  it('asks for the account of an index that was granted', async () => {
    expect(named(await toldBy(0))).toEqual([accounts[0]?.address]);
  });

  it('refuses an index that is none', async () => {
    const { invoke } = openModule();
    await expect(
      invoke('xnet_estimateAccountDeployFee', { addressIndex: -1 }, SITE),
    ).rejects.toMatchObject({ kind: 'invalidParams' });
  });
});
