import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import { createHttp } from '@xnet/clients/transport/http';
import { type ExplorerServer, startExplorerServer } from '../../../test/chain/explorerServer';
import { createClock } from '../../../test/wallet/clock';
import { chainIds } from '../../schema/primitives';
import type { Explorer } from './explorer';
import { createStarkscan } from './starkscan';
import { createVoyager } from './voyager';

const KEY = 'canary0123456789abcdef';
const chainId = chainIds.sepolia;
const address = `0x${'ab'.padStart(64, '0')}`;
const other = `0x${'cd'.padStart(64, '0')}`;
const query = { address, size: 10, deadlineMs: 20_000 } as const;

let server: ExplorerServer;
let clock: ReturnType<typeof createClock>;
const told = (body: unknown) => server.answer(() => ({ body }));
beforeEach(async () => {
  server = await startExplorerServer(() => ({ body: {} }));
  clock = createClock();
});
afterEach(() => server.stop());

const options = () => ({
  http: createHttp({ fetch, ...clock }),
  chainId,
  key: KEY,
  url: server.url,
});
const kinds: [string, string, () => Explorer][] = [
  ['Voyager', 'x-api-key', () => createVoyager(options())],
  ['Starkscan', 'x-starkscan-api-key', () => createStarkscan(options())],
];

describe('Voyager', () => {
  /** As the documentation has it. */
  const item = (changes: object = {}) => ({
    actualFee: '24080000',
    blockNumber: 300_001,
    classAlias: null,
    classHash: null,
    contractAddress: '0xab',
    contractAlias: null,
    hash: '0x00777',
    index: 2,
    l1VerificationHash: null,
    status: 'Accepted on L2',
    timestamp: 1_790_000_000,
    type: 'INVOKE',
    ...changes,
  });
  const page = (cursor?: string) =>
    createVoyager(options()).page({ ...query, ...(cursor !== undefined && { cursor }) });

  it('requests the transactions of an account, with the key in a header', async () => {
    told({ items: [item()], lastPage: 1 });
    await expect(page()).resolves.toEqual({
      entries: [
        {
          txnHash: '0x777',
          txnType: 'invoke',
          senderAddress: address,
          contractAddress: null,
          contractFuncName: null,
          status: 'ACCEPTED_ON_L2',
          failureReason: null,
          timestamp: 1_790_000_000,
          chainId,
          finalityStatus: 'ACCEPTED_ON_L2',
          executionStatus: 'SUCCEEDED',
        },
      ],
      cursor: null,
    });
    const [asked] = server.asked;
    expect(asked?.method).toBe('GET');
    expect(`${asked?.url.pathname}${asked?.url.search}`).toBe(`/txns?to=${address}&p=1&ps=10`);
    expect(asked?.headers).toMatchObject({ 'x-api-key': KEY, accept: 'application/json' });
  });

  it('pages up to the last page, each in the size of the first', async () => {
    told({ items: Array.from({ length: 10 }, () => item()), lastPage: 3 });
    const first = await page();
    expect(first.cursor).toBe('2/10');
    const later = createVoyager(options()).page({ ...query, size: 50, cursor: '3/10' });
    await expect(later).resolves.toMatchObject({ cursor: null });
    expect(server.asked[1]?.url.search).toBe(`?to=${address}&p=3&ps=10`);
    told({ items: Array.from({ length: 10 }, () => item()) });
    expect((await page('3/10')).cursor).toBe('4/10');
    told({ items: [item()] });
    expect((await page('4/10')).cursor).toBeNull();
  });

  it.each([
    ['Accepted on L1', 'ACCEPTED_ON_L2', 'ACCEPTED_ON_L1', 'SUCCEEDED', null],
    ['Reverted', 'ACCEPTED_ON_L2', 'ACCEPTED_ON_L2', 'REVERTED', expect.any(String)],
    ['Rejected', 'REJECTED', null, null, expect.any(String)],
    ['Received', 'RECEIVED', 'RECEIVED', null, null],
    ['Something new', 'RECEIVED', 'RECEIVED', null, null],
  ])('maps %s', async (status, ours, finalityStatus, executionStatus, failureReason) => {
    told({ items: [item({ status })], lastPage: 1 });
    const { entries } = await page();
    expect(entries).toMatchObject([
      { status: ours, finalityStatus, executionStatus, failureReason },
    ]);
  });

  it('accepts an item without what is not known yet', async () => {
    told({ items: [{ hash: '0x1', type: 'DEPLOY_ACCOUNT', status: 'Received', timestamp: null }] });
    expect((await page()).entries).toMatchObject([
      { txnType: 'deploy', senderAddress: null, timestamp: null },
    ]);
  });
});

describe('Starkscan', () => {
  /** As the documentation has it. */
  const item = (changes: object = {}) => ({
    blockNumber: 10_600_000,
    timestampIso: '2026-09-21T14:13:20.000Z',
    txIndex: 4,
    txHash: '0x0888',
    kinds: ['sent'],
    counterparty: other,
    txType: 'INVOKE',
    executionStatus: 'SUCCEEDED',
    finalityStatus: 'ACCEPTED_ON_L1',
    fromAddress: '0xab',
    toAddress: '0xcd',
    primaryMethod: 'transfer',
    callCount: 1,
    methodsDiffer: false,
    transferCount: 1,
    topTransferTokenAddress: other,
    topTransferAmount: '5',
    topTransferStandard: 'erc20',
    ...changes,
  });
  const page = (cursor?: string) =>
    createStarkscan(options()).page({ ...query, ...(cursor !== undefined && { cursor }) });

  it('requests the transactions of an account, with the key in a header', async () => {
    told({ items: [item()], nextCursor: 'a+b/c=' });
    await expect(page()).resolves.toEqual({
      entries: [
        {
          txnHash: '0x888',
          txnType: 'invoke',
          senderAddress: address,
          contractAddress: other,
          contractFuncName: 'transfer',
          status: 'ACCEPTED_ON_L2',
          failureReason: null,
          timestamp: 1_790_000_000,
          chainId,
          finalityStatus: 'ACCEPTED_ON_L1',
          executionStatus: 'SUCCEEDED',
        },
      ],
      cursor: 'a+b/c=',
    });
    const [asked] = server.asked;
    expect(asked?.url.pathname).toBe(`/SN_SEPOLIA/address/${address}/transactions`);
    expect(asked?.url.search).toBe('?limit=10');
    expect(asked?.headers).toMatchObject({ 'x-starkscan-api-key': KEY });
  });

  it('gets its cursor back as it gave it, and ends without one', async () => {
    told({ items: [], nextCursor: null });
    await expect(page('a+b/c=')).resolves.toEqual({ entries: [], cursor: null });
    expect(server.asked[0]?.url.searchParams.get('cursor')).toBe('a+b/c=');
  });

  it('names who sent it, and no contract and no function if there are several calls', async () => {
    told({ items: [item({ callCount: 2, fromAddress: '0xcd' })], nextCursor: null });
    expect((await page()).entries).toMatchObject([
      { senderAddress: other, contractAddress: null, contractFuncName: null },
    ]);
  });

  it('accepts an item with a hash alone', async () => {
    const nothing = Object.fromEntries(
      Object.keys(item()).map((name) => [name, name === 'txHash' ? '0x1' : null]),
    );
    told({ items: [nothing, { txHash: '0x2' }], nextCursor: null });
    const unknown = { status: 'RECEIVED', timestamp: null, senderAddress: null };
    expect((await page()).entries).toMatchObject([unknown, unknown]);
  });

  it('reports a revert without its reason', async () => {
    told({ items: [item({ executionStatus: 'REVERTED' })], nextCursor: null });
    expect((await page()).entries).toMatchObject([
      { status: 'ACCEPTED_ON_L2', executionStatus: 'REVERTED', failureReason: expect.any(String) },
    ]);
  });

  it('drops an invalid address and cuts an endless name', async () => {
    const strange = { toAddress: `0x${'8'.padEnd(63, '0')}`, primaryMethod: 'x'.repeat(1_000) };
    told({ items: [item(strange)], nextCursor: null });
    const { entries } = await page();
    expect(entries[0]?.contractAddress).toBeNull();
    expect(entries[0]?.contractFuncName).toHaveLength(64);
  });
});

describe.each(kinds)('%s', (_, header, create) => {
  it.each([
    ['no list', {}],
    ['an item without a hash', { items: [{ type: 'INVOKE', status: 'Received' }] }],
    ['a hash that is none', { items: [{ hash: '<b>', txHash: '<b>', type: '', status: '' }] }],
  ])('refuses %s', async (_what, body) => {
    told(body);
    await expect(create().page(query)).rejects.toMatchObject({ kind: 'nodeFault' });
  });

  // @promise P21.1
  it('gives a page of another size, and none that would never end', async () => {
    const item = { hash: '0x1', txHash: '0x1', type: 'INVOKE', status: 'Reverted' };
    told({ items: Array.from({ length: 100 }, () => item) });
    expect((await create().page(query)).entries).toHaveLength(100);
    told({ items: Array.from({ length: 101 }, () => item) });
    await expect(create().page(query)).rejects.toMatchObject({ kind: 'nodeFault' });
  });

  it('shows its key in no error', async () => {
    for (const status of [400, 401, 403, 404, 429, 500]) {
      server.answer(({ headers }) => ({ status, body: { message: `bad key ${headers[header]}` } }));
      const error = await create()
        .page({ ...query, deadlineMs: 1 })
        .catch((caught) => caught);
      expect(error).toBeInstanceOf(ModuleError);
      expect(JSON.stringify([error.message, error.data, error.cause, error.stack])).not.toContain(
        KEY,
      );
    }
    expect(server.asked[0]?.headers[header]).toBe(KEY);
  });

  it('waits no longer than the caller can', async () => {
    server.answer(() => 'hang');
    const answer = create().page(query);
    await server.received(1);
    clock.advance(10_000);
    await server.received(2);
    clock.advance(10_000);
    await expect(answer).rejects.toMatchObject({ kind: 'nodeUnavailable' });
    expect(server.asked).toHaveLength(2);
  });
});
