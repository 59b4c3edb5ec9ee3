import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createHttp } from '@xnet/clients/transport/http';
import { type ExplorerServer, startExplorerServer } from '../../../test/chain/explorerServer';
import { chainIds } from '../../schema/primitives';
import { createStarkscan } from './starkscan';
import { createVoyager } from './voyager';

let server: ExplorerServer;
beforeEach(async () => {
  server = await startExplorerServer(() => ({ body: {} }));
});
afterEach(() => server.stop());

/** The time that an explorer's page of one item tells. */
async function timeOf(create: typeof createVoyager, item: object) {
  server.answer(() => ({ body: { items: [item] } }));
  const http = createHttp({ fetch });
  const explorer = create({ http, chainId: chainIds.sepolia, key: 'k', url: server.url });
  const { entries } = await explorer.page({ address: '0x1', size: 10, deadlineMs: 20_000 });
  return entries[0]?.timestamp;
}

it.each([
  ['1970-01-01T00:00:00.999Z', 0],
  ['1969-12-31T23:59:59Z', null],
  ['yesterday', null],
])('reads %s from Starkscan as %p', async (timestampIso, time) => {
  expect(await timeOf(createStarkscan, { txHash: '0x1', timestampIso })).toBe(time);
});

it('refuses a time of Voyager before 1970', async () => {
  const item = { hash: '0x1', type: 'INVOKE', status: 'Received' };
  expect(await timeOf(createVoyager, { ...item, timestamp: 0.9 })).toBe(0);
  await expect(timeOf(createVoyager, { ...item, timestamp: -1 })).rejects.toMatchObject({
    kind: 'nodeFault',
  });
});
