import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../test/wallet/memoryStorage';
import { chainIds } from '../schema/primitives';
import { toAddress } from '../starknet/felt';
import { createStore } from './store';
import { createWatchedAddresses, MOST_WATCHED } from './watchedAddresses';

const { mainnet, sepolia } = chainIds;
const createOne = (number: number) => ({ address: toAddress(BigInt(number)), name: `N${number}` });
const open = () => createWatchedAddresses(createStore(memoryStorage().storage));
const unread = { readAt: 0, amounts: {} };
const read = { readAt: 7, amounts: { [toAddress(99n)]: '0x5' } };

describe('watchedAddresses', () => {
  it('keeps addresses by network, each once in any spelling, as it was named last', async () => {
    const watchedAddresses = open();
    await watchedAddresses.save(sepolia, createOne(1));
    await watchedAddresses.save(sepolia, createOne(2));
    await watchedAddresses.keep(sepolia, '0x1', read);
    await watchedAddresses.save(sepolia, { address: '0x1', name: 'Cold' });
    expect(await watchedAddresses.list(sepolia)).toEqual([
      { ...createOne(1), name: 'Cold', holding: read },
      { ...createOne(2), holding: unread },
    ]);
    expect(await watchedAddresses.list(mainnet)).toEqual([]);
  });

  it('refuses one more than it keeps, still renames, and has room again', async () => {
    const watchedAddresses = open();
    for (let number = 1; number <= MOST_WATCHED; number += 1)
      expect(await watchedAddresses.save(sepolia, createOne(number))).toBe(true);
    expect(await watchedAddresses.save(sepolia, createOne(99))).toBe(false);
    expect(await watchedAddresses.save(sepolia, { ...createOne(3), name: 'Cold' })).toBe(true);
    expect(await watchedAddresses.list(sepolia)).toHaveLength(MOST_WATCHED);
    await watchedAddresses.forget(sepolia, '0x3');
    expect(await watchedAddresses.save(sepolia, createOne(99))).toBe(true);
    expect((await watchedAddresses.list(sepolia)).at(-1)?.name).toBe('N99');
  });

  it('keeps nothing of an address that was forgotten while it was read', async () => {
    const watchedAddresses = open();
    await watchedAddresses.save(sepolia, createOne(1));
    await watchedAddresses.forget(sepolia, createOne(1).address);
    await watchedAddresses.keep(sepolia, createOne(1).address, read);
    expect(await watchedAddresses.list(sepolia)).toEqual([]);
  });
});
