import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../test/wallet/memoryStorage';
import { chainIds } from '../schema/primitives';
import { toAddress } from '../starknet/felt';
import { createContracts } from './contracts';
import { createGasPrices } from './gasPrices';
import { createOutsideSigned } from './outsideSigned';
import { createStore } from './store';
import { createUsedAddresses } from './usedAddresses';

const { mainnet, sepolia } = chainIds;
const address = (number: number) => toAddress(BigInt(number));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('contracts', () => {
  const contract = (number: number, isOld = false) => ({
    address: address(number),
    token: { symbol: 'TKN', decimals: 6 },
    isOld,
  });

  it('keeps contracts by network, each once, as they were read last', async () => {
    const contracts = createContracts(createStore(memoryStorage().storage));
    await contracts.keep(sepolia, [contract(1), contract(2)]);
    await contracts.keep(sepolia, [contract(1, true)]);
    expect(await contracts.list(sepolia)).toEqual([contract(2), contract(1, true)]);
    expect(await contracts.list(mainnet)).toEqual([]);
  });

  it('keeps the newest hundred contracts', async () => {
    const contracts = createContracts(createStore(memoryStorage().storage));
    await contracts.keep(
      sepolia,
      upTo(99).map((number) => contract(number)),
    );
    await contracts.keep(sepolia, [contract(200), contract(201)]);
    const kept = await contracts.list(sepolia);
    expect(kept).toHaveLength(100);
    expect(kept.at(0)?.address).toBe(address(1));
    expect(kept.at(-1)?.address).toBe(address(201));
  });
});

describe('blocks seen before', () => {
  const block = (number: number, timestamp: number) => ({ number, timestamp, l2GasPrice: '0x1' });

  it('keeps blocks some time apart, two dozen at most', async () => {
    const prices = createGasPrices(createStore(memoryStorage().storage));
    expect(prices.isNews([], block(1, 0))).toBe(true);
    expect(prices.isNews([block(1, 0)], block(2, 599))).toBe(false);
    expect(prices.isNews([block(1, 0)], block(2, 600))).toBe(true);
    for (const number of upTo(30)) await prices.keep(sepolia, block(number, number * 600));
    const seen = await prices.list(sepolia);
    expect(seen).toHaveLength(24);
    expect([seen.at(0)?.number, seen.at(-1)?.number]).toEqual([6, 29]);
  });

  it('forgets the blocks if the chain was reset', async () => {
    const prices = createGasPrices(createStore(memoryStorage().storage));
    await prices.keep(sepolia, block(100, 1_000));
    expect(prices.isNews([block(100, 1_000)], block(3, 1_001))).toBe(true);
    await prices.keep(sepolia, block(3, 1_001));
    expect(await prices.list(sepolia)).toEqual([block(3, 1_001)]);
  });

  it('continues after a node reported a block in the far future', async () => {
    const prices = createGasPrices(createStore(memoryStorage().storage));
    const honest = [block(1, 0), block(3, 1_200)] as const;
    for (const told of [honest[0], block(2, 2 ** 40), honest[1]]) {
      expect(prices.isNews(await prices.list(sepolia), told)).toBe(true);
      await prices.keep(sepolia, told);
    }
    expect(await prices.list(sepolia)).toEqual(honest);
  });
});

describe('used addresses', () => {
  // @promise T22.2
  it('keeps the addresses of a network, each once', async () => {
    const used = createUsedAddresses(createStore(memoryStorage().storage));
    const some = { recipients: [address(7), address(8)], contracts: [address(9)] };
    await used.add(sepolia, some);
    await used.add(sepolia, { recipients: [address(7)], contracts: [] });
    expect(await used.list(sepolia)).toEqual({
      recipients: [address(8), address(7)],
      contracts: [address(9)],
    });
    expect(await used.list(chainIds.mainnet)).toEqual({ recipients: [], contracts: [] });
  });

  // @promise T11.1
  it('lets no request push out more than a few of those before, and keeps 4,000', async () => {
    const used = createUsedAddresses(createStore(memoryStorage().storage));
    const friend = address(9_999);
    const add = (recipients: string[]) => used.add(sepolia, { recipients, contracts: [] });
    const kept = async () => (await used.list(sepolia)).recipients;
    await add([friend]);
    for (let from = 10; from < 3_910; from += 300)
      await add(upTo(300).map((number) => address(from + number)));
    expect(await kept()).toHaveLength(3_901);
    expect(await kept()).toContain(friend);
    await add([friend]);
    for (let from = 10_000; from < 13_000; from += 300) {
      const before = await kept();
      await add(upTo(300).map((number) => address(from + number)));
      const after = await kept();
      expect(after.length).toBeLessThanOrEqual(4_000);
      expect(before.filter((one) => !after.includes(one)).length).toBeLessThanOrEqual(16);
    }
    expect(await kept()).toContain(friend);
  });
});

describe('signatures that others hold', () => {
  const DAY = 86_400;
  const me = address(1);
  const signed = (number: number, before: number) => ({
    hash: `0x${number}`,
    before,
    nonce: `0x${number}`,
    ...(number > 1 && { site: 'https://dapp.example' }),
  });

  // @promise T14.5
  it('lists signatures with their sites until they expire, also after a restart', async () => {
    const { storage } = memoryStorage();
    const held = createOutsideSigned(createStore(storage));
    await held.add(sepolia, me, signed(1, 100), 0);
    await held.add(sepolia, me, signed(2, 101), 0);
    const { alive } = createOutsideSigned(createStore(storage));
    expect(await alive(sepolia, me, 99)).toEqual([signed(1, 100), signed(2, 101)]);
    expect(await alive(sepolia, me, 100)).toEqual([signed(2, 101)]);
    expect(await alive(sepolia, address(2), 0)).toEqual([]);
    expect(await alive(mainnet, me, 0)).toEqual([]);
  });

  // @promise T14.5
  it('keeps a signature a month longer, by which a clock may be ahead, and then drops it', async () => {
    const held = createOutsideSigned(createStore(memoryStorage().storage));
    const kept = () => held.alive(sepolia, me, -1);
    for (const number of [1, 2, 3]) await held.add(sepolia, me, signed(number, number * 10), 0);
    await held.add(sepolia, me, signed(4, 40 * DAY), 30 * DAY + 19);
    expect((await kept()).map(({ hash }) => hash)).toEqual(['0x2', '0x3', '0x4']);
    await held.add(sepolia, me, signed(5, 40 * DAY), 30 * DAY + 20);
    expect((await kept()).map(({ hash }) => hash)).toEqual(['0x3', '0x4', '0x5']);
    await held.add(sepolia, me, { ...signed(4, 40 * DAY), sentAs: '0x77' }, 30 * DAY + 20);
    expect((await kept()).map(({ hash, sentAs }) => [hash, sentAs])).toEqual([
      ['0x3', undefined],
      ['0x5', undefined],
      ['0x4', '0x77'],
    ]);
  });
});
