import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHttp } from '@xnet/clients/transport/http';
import { type ExplorerServer, startExplorerServer } from '../../../test/chain/explorerServer';
import { createClock } from '../../../test/wallet/clock';
import { chainIds } from '../../schema/primitives';
import { createPriceFeed } from './priceFeed';

const chainId = chainIds.mainnet;
const STRK = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const MINUTE = 60_000;

let server: ExplorerServer;
let clock: ReturnType<typeof createClock>;
const entry = (changes: object = {}) => ({
  // As the service spells it.
  address: '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
  decimals: 18,
  globalMarket: { usd: 0.12 },
  starknetMarket: { usd: 0.121 },
  ...changes,
});
const told = (body: unknown, status = 200) => server.answer(() => ({ status, body }));
beforeEach(async () => {
  server = await startExplorerServer(() => ({ body: [entry()] }));
  clock = createClock({ pausesUpToMs: 0 });
});
afterEach(() => server.stop());

const open = () =>
  createPriceFeed({ http: createHttp({ fetch, ...clock }), now: clock.now, url: server.url });

describe('the price of a token', () => {
  it('asks for a price by address alone, and keeps it for some minutes', async () => {
    const feed = open();
    await expect(feed.dollars(chainId, STRK)).resolves.toBe(0.12);
    clock.advance(4 * MINUTE);
    await expect(feed.dollars(chainId, STRK)).resolves.toBe(0.12);
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]).toMatchObject({ method: 'POST' });
    expect(server.asked[0]?.url.pathname).toBe('/v3/tokens/prices');
    expect(server.asked[0]?.headers).not.toHaveProperty('authorization');
    told([entry({ globalMarket: { usd: 0.13 } })]);
    clock.advance(MINUTE);
    await expect(feed.dollars(chainId, STRK)).resolves.toBe(0.13);
  });

  it('asks once for simultaneous callers', async () => {
    const feed = open();
    const prices = await Promise.all([1, 2, 3].map(() => feed.dollars(chainId, STRK)));
    expect(prices).toEqual([0.12, 0.12, 0.12]);
    expect(server.asked).toHaveLength(1);
  });

  it('returns the last price for an hour while the source fails, then nothing', async () => {
    const feed = open();
    await feed.dollars(chainId, STRK);
    told({}, 500);
    clock.advance(59 * MINUTE);
    await expect(feed.dollars(chainId, STRK)).resolves.toBe(0.12);
    clock.advance(2 * MINUTE);
    await expect(feed.dollars(chainId, STRK)).resolves.toBeUndefined();
  });

  it('waits a minute before it asks again after a failure', async () => {
    told({}, 500);
    const feed = open();
    await expect(feed.dollars(chainId, STRK)).resolves.toBeUndefined();
    await expect(feed.dollars(chainId, STRK)).resolves.toBeUndefined();
    expect(server.asked).toHaveLength(1);
    told([entry()]);
    clock.advance(MINUTE);
    await expect(feed.dollars(chainId, STRK)).resolves.toBe(0.12);
  });

  it('waits two seconds at most', async () => {
    server.answer(() => 'hang');
    const price = open().dollars(chainId, STRK);
    await server.received(1);
    clock.advance(2_000);
    await expect(price).resolves.toBeUndefined();
  });

  it.each([
    ['is none', []],
    ['is of another token', [entry({ address: '0x5' })]],
    ['is nothing', [entry({ globalMarket: { usd: 0 }, starknetMarket: null })]],
    ['is negative', [entry({ globalMarket: { usd: -1 }, starknetMarket: null })]],
    ['is beyond belief', [entry({ globalMarket: { usd: 1e9 }, starknetMarket: null })]],
    ['is not known', [entry({ globalMarket: null, starknetMarket: null })]],
    ['differs between two markets', [entry({ starknetMarket: { usd: 0.3 } })]],
    ['is a text', [entry({ globalMarket: { usd: '0.12' } })]],
    ['is in no list', { usd: 0.12 }],
    ['comes with more than 64 KiB', [entry(), ...Array.from({ length: 500 }, () => entry())]],
  ])('returns nothing if the price %s', async (_, body) => {
    told(body);
    await expect(open().dollars(chainId, STRK)).resolves.toBeUndefined();
  });

  it('accepts a price of either market', async () => {
    told([entry({ globalMarket: null })]);
    await expect(open().dollars(chainId, STRK)).resolves.toBe(0.121);
  });
});
