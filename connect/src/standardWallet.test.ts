import { expect, it, jest } from '@jest/globals';
import { chainIds } from '../../src/schema/primitives';
import { createShapes } from './install';

it('reports a change if accounts differ by address, network or key, and nothing else', async () => {
  // If a failed test leaves a listener behind, it must not block others.
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const state = {
    network: { chainId: chainIds.sepolia as string },
    accounts: [] as { address: string; publicKey: string }[],
    currentAccount: null as string | null,
    version: '1',
  };
  const request = async ({ params }: { params?: unknown }) =>
    structuredClone(params ? state : { 'npm:@xnet/module': { enabled: true } });
  const { standardWallet, connection } = createShapes({ request });
  const told: (string | undefined)[][] = [];
  const end = standardWallet.features['standard:events'].on('change', ({ accounts }) =>
    told.push((accounts ?? []).flatMap(({ address, chains }) => [address, ...chains])),
  );
  const become = async (change: Partial<typeof state>) => {
    Object.assign(state, change);
    await connection.look();
    return told.splice(0);
  };
  const [sepolia, mainnet] = [chainIds.sepolia, chainIds.mainnet];
  // The page may call the module but sees no account, as before.
  expect(await become({})).toEqual([]);
  expect(await become({ network: { chainId: mainnet } })).toEqual([]);
  expect(await become({ network: { chainId: sepolia } })).toEqual([]);
  const accounts = [{ address: '0x1', publicKey: '0x7' }];
  expect(await become({ accounts, currentAccount: '0x1' })).toEqual([
    ['0x1', `starknet:${sepolia}`],
  ]);
  expect(await become({ version: '2' })).toEqual([]);
  expect(await become({ network: { chainId: mainnet } })).toEqual([['0x1', `starknet:${mainnet}`]]);
  expect(await become({ accounts: [{ address: '0x1', publicKey: '0x8' }] })).toHaveLength(1);
  expect(await become({ accounts: [], currentAccount: null })).toEqual([[]]);
  end();
  expect(await become({ accounts, currentAccount: '0x1' })).toEqual([]);
  jest.useRealTimers();
});
