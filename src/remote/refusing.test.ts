import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eth_getBlockByNumber } from '@xnet/clients/ethereum/eth_getBlockByNumber';
import { createEthereumNode } from '@xnet/clients/ethereum/ethereum';
import { baseFeeHistory } from '@xnet/clients/gas/baseFeeHistory';
import { createGasApi } from '@xnet/clients/gas/gasApi';
import { createIpfsApi } from '@xnet/clients/ipfs/ipfsApi';
import { createHttp } from '@xnet/clients/transport/http';
import { httpRpc } from '@xnet/clients/transport/rpcTransport';
import { createStreams } from '@xnet/clients/transport/stream';
import { webSocketRpc } from '@xnet/clients/transport/webSocketRpc';
import { WebSocket } from 'ws';
import { type Fault, type FaultServer, startFaultServer } from '../../test/chain/faultServer';
import { createClock } from '../../test/wallet/clock';
import { openModule } from '../../test/wallet/openModule';
import { openPage } from '../../test/wallet/openPage';
import { sender, storedRecord } from '../../test/wallet/records';
import { storedAccounts } from '../../test/wallet/storedAccounts';
import { trackTransactions } from '../flow/history/track';
import { chainIds } from '../schema/primitives';
import { createStarkscan } from './explorer/starkscan';
import { createVoyager } from './explorer/voyager';
import { createPaymaster } from './paymaster/paymaster';
import { paymaster_isAvailable } from './paymaster/paymaster_isAvailable';
import { createPriceFeed } from './prices/priceFeed';
import { createStarknetNode } from './starknet/node';
import { starknet_blockNumber } from './starknet/starknet_blockNumber';

const chainId = chainIds.sepolia;
const CID = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';

let server: FaultServer;
let clock: ReturnType<typeof createClock>;
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeEach(async () => {
  server = await startFaultServer();
  clock = createClock();
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(async () => {
  process.off('unhandledRejection', note);
  await server.stop();
});

const http = () => createHttp({ fetch, ...clock });
const endpoints = () => [{ url: server.url }];

/** Each asks for something once. */
const clients: [string, () => Promise<unknown>][] = [
  [
    'the Starknet node',
    () =>
      createStarknetNode({ http: http(), endpoints: endpoints(), chainId }).read(
        starknet_blockNumber(),
      ),
  ],
  [
    'the Ethereum node',
    () =>
      createEthereumNode(httpRpc({ http: http(), endpoints: endpoints(), now: clock.now })).read(
        eth_getBlockByNumber('latest', false),
      ),
  ],
  [
    'the Ethereum node over WebSocket',
    () =>
      createEthereumNode(
        webSocketRpc({
          endpoint: { url: server.url.replace('http', 'ws') },
          open: (url) => new WebSocket(url),
          ...clock,
        }),
      ).read(eth_getBlockByNumber('latest', false)),
  ],
  [
    'the gas API',
    () =>
      createGasApi({ http: http(), url: server.url, key: { key: 'key1' } }).read(
        '1',
        baseFeeHistory,
      ),
  ],
  [
    'the IPFS API',
    () =>
      createIpfsApi({
        streams: createStreams({ fetch, ...clock }),
        endpoints: endpoints(),
      }).block(CID),
  ],
  [
    'Voyager',
    () =>
      createVoyager({ http: http(), chainId, key: 'key1', url: server.url }).page({
        address: sender,
        size: 10,
        deadlineMs: 8_000,
      }),
  ],
  [
    'Starkscan',
    () =>
      createStarkscan({ http: http(), chainId, key: 'key1', url: server.url }).page({
        address: sender,
        size: 10,
        deadlineMs: 8_000,
      }),
  ],
  [
    'the paymaster',
    () => createPaymaster({ http: http(), url: server.url }).ask(paymaster_isAvailable({})),
  ],
  [
    'the price feed',
    async () => {
      const feed = createPriceFeed({ http: http(), now: clock.now, url: server.url });
      // A price is a kindness: without one there is no error either.
      expect(await feed.dollars(chainId, '0x1')).toBeUndefined();
      throw Object.assign(new Error(), { kind: 'nodeUnavailable' });
    },
  ],
];

describe.each<[string, Fault | 'refused']>([
  ['refuses the connection', 'refused'],
  ['resets it', { kind: 'reset' }],
  ['closes it in the middle of headers', { kind: 'halfHeaders' }],
  ['closes it in the middle of the body', { kind: 'truncate' }],
])('a far side that %s', (_, fault) => {
  beforeEach(async () => {
    if (fault === 'refused') await server.stop();
    else server.always(fault);
  });

  it.each(clients)('fails as unavailable when asked by %s', async (_name, ask) => {
    await expect(ask()).rejects.toMatchObject({ kind: 'nodeUnavailable' });
    await setImmediate();
    expect(unhandled).toEqual([]);
  });

  it('leaves the journal as it is, and the tracker tries again', async () => {
    const { module } = openModule({ sepoliaUrl: server.url, ...clock });
    await module.transactions.add(storedRecord(1, { timestamp: clock.now() / 1000 }));
    expect(await trackTransactions(module)).toBe(2);
    expect(await module.transactions.open()).toHaveLength(1);
    await setImmediate();
    expect(unhandled).toEqual([]);
  });

  it('leaves the home page in place, which says that balances are not known', async () => {
    const page = openPage({ sepoliaUrl: server.url, ...clock });
    await page.module.accounts.keepFound(chainId, storedAccounts(chainId, 1));
    await page.refresh();
    expect(await page.now()).toMatch(/could be reached|did not answer/u);
    await setImmediate();
    expect(unhandled).toEqual([]);
  });
});
