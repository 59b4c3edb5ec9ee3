import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { indexed } from '../../../test/chain/eventNode';
import {
  getHash,
  listHashes,
  now,
  type Outside,
  openHistory,
  SECOND,
  startOutside,
} from '../../../test/chain/openHistory';
import { transferCall } from '../../../test/chain/transferCall';
import { createClock } from '../../../test/wallet/clock';
import type { Border } from '../../../test/wallet/openModule';
import { sender } from '../../../test/wallet/records';
import { chainIds } from '../../schema/primitives';
import type { ListedTransaction } from '../../schema/transaction';
import { knownTokens } from '../../starknet/tokens/erc20';
import { encodeExecute } from '../../starknet/transactions/calls';

const STRK = knownTokens.STRK.address;
const ETH = knownTokens.ETH.address;
const DAY = 86_400;
type About = { block_id: { block_number: number } };

let outside: Outside;
beforeEach(async () => {
  outside = await startOutside();
});
afterEach(() => outside.stop());
const open = (options = {}) => openHistory(outside, options);

describe('the list', () => {
  // @row xnet_getTransactions.sources
  it('merges journal and chain, newest first, each hash once', async () => {
    const opened = await open();
    const { address } = opened;
    await opened.add(100);
    await opened.add(300);
    const transfer = { token: STRK, from: '0x0e', to: address };
    outside.node.chain.events = [
      indexed({ ...transfer, block: 5, hash: '0x5' }),
      indexed({ ...transfer, from: address, to: '0x0e', block: 10, hash: getHash(100) }),
      indexed({ ...transfer, block: 20, hash: '0x20' }),
      indexed({ ...transfer, block: 30, hash: '0x30' }),
    ];
    const records = await opened.list();
    expect(listHashes(records)).toEqual([getHash(300), '0x30', '0x20', getHash(100), '0x5']);
    expect(records[3]).toMatchObject({ contractCallData: ['0x1', '0x2', '0x0'] });
    // What others have sent is marked as such.
    expect(records.map((record: ListedTransaction) => record.incoming)).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
    expect(listHashes(await opened.list({ onlyFromState: true }))).toEqual([
      getHash(300),
      getHash(100),
    ]);
    expect(listHashes(await opened.list({ contractAddress: STRK }))).toEqual([
      '0x30',
      '0x20',
      '0x5',
    ]);
  });

  it('filters by one contract, called alone or among others', async () => {
    const opened = await open();
    const { address, add, list } = opened;
    const calls = [ETH, STRK].map((token) => transferCall(token, '0x7e57', 1n));
    const own = { contractAddress: address, contractFuncName: '__execute__' };
    await add(1, { contractAddress: STRK });
    await add(2, { ...own, contractCallData: encodeExecute(calls, 1) });
    await add(3, { ...own, contractCallData: encodeExecute(calls.slice(0, 1), 0) });
    expect(listHashes(await list({ contractAddress: STRK }))).toEqual([2, 1].map(getHash));
    expect(listHashes(await list({ contractAddress: ETH }))).toEqual([3, 2].map(getHash));
    expect(listHashes(await list({ contractAddress: address }))).toEqual([3, 2].map(getHash));
    expect(await list({ contractAddress: '0x7' })).toEqual([]);
  });

  it.each(['the node', 'the explorer'])(
    'lists a transaction signed for a site once, as soon as %s finds it',
    async (which) => {
      const opened = await open();
      const { address, add, list } = opened;
      await add(100, { status: 'RECEIVED', finalityStatus: null, known: false, given: true });
      await add(300);
      expect(listHashes(await list())).toEqual([getHash(300)]);
      if (which === 'the explorer') {
        await opened.useVoyager();
        const item = { hash: getHash(100), type: 'INVOKE', status: 'Accepted on L2' };
        const items = [{ ...item, timestamp: SECOND + 400, contractAddress: address }];
        outside.explorer.answer(() => ({ body: { items, lastPage: 1 } }));
      } else {
        const transfer = { token: STRK, from: address, to: '0x0e' };
        outside.node.chain.head = 901;
        outside.node.chain.events = [indexed({ ...transfer, block: 901, hash: getHash(100) })];
      }
      const both = [300, 100].map(getHash);
      expect(listHashes(await list())).toEqual(both);
      expect(await list()).toMatchObject([{}, { status: 'ACCEPTED_ON_L2', incoming: false }]);
      expect(listHashes(await list({ onlyFromState: true }))).toEqual(both);
    },
  );

  it.each(['the node', 'the explorer'])(
    'leaves out what %s tells of times to come, and looks through none of them',
    async (which) => {
      const reads: string[] = [];
      const border: Border = ({ method }, cross) => {
        if (method === 'snap_getState') reads.push(method);
        return cross();
      };
      const opened = await open({ border });
      const times = [SECOND * 1_000, SECOND + 50];
      if (which === 'the explorer') {
        await opened.useVoyager();
        const item = { type: 'INVOKE', status: 'Accepted on L2', contractAddress: '0x1' };
        const items = times.map((timestamp, at) => ({ ...item, hash: `0x${at}`, timestamp }));
        outside.explorer.answer(() => ({ body: { items, lastPage: 1 } }));
      } else {
        const transfer = { token: STRK, from: '0x0e', to: opened.address };
        outside.node.chain.events = times.map((_, at) =>
          indexed({ ...transfer, block: at, hash: `0x${at}` }),
        );
        outside.node.chain.instead.starknet_getBlockWithTxHashes = ({ block_id }: About) => ({
          result: { timestamp: times[block_id.block_number] ?? SECOND, transactions: [] },
        });
      }
      await opened.add(1);
      expect(listHashes(await opened.list())).toEqual(['0x1', getHash(1)]);
      expect(listHashes(await opened.list())).toEqual(['0x1', getHash(1)]);
      expect(reads.length).toBeLessThan(100);
    },
  );

  it('lists once what entered the journal after it was found', async () => {
    const { address, add, list } = await open();
    const transfer = { token: STRK, from: address, to: '0x0e' };
    outside.node.chain.events = [indexed({ ...transfer, block: 10, hash: getHash(100) })];
    expect(listHashes(await list())).toEqual([getHash(100)]);
    await add(100, { contractFuncName: 'approve' });
    expect(await list()).toMatchObject([{ txnHash: getHash(100), contractFuncName: 'approve' }]);
  });

  it('continues after its last record, over all sources, without gap or repetition', async () => {
    const opened = await open();
    for (let number = 0; number < 60; number++)
      await opened.add(number * 5, { timestamp: SECOND + Math.floor(number / 3) * 10 });
    const transfer = { token: STRK, from: '0x0e', to: opened.address };
    outside.node.chain.events = Array.from({ length: 50 }, (_, index) =>
      indexed({
        ...transfer,
        block: Math.floor(index / 2),
        hash: `0x${(7 * index + 1).toString(16)}`,
      }),
    );
    // Two calls find all of them.
    await opened.list();
    await opened.list();
    const whole: string[] = [];
    let cursor: unknown;
    for (let page = 0; page < 12; page++) {
      const records = await opened.list({ ...(cursor !== undefined && { cursor }) });
      whole.push(...listHashes(records));
      expect(records).toHaveLength(page < 11 ? 10 : 0);
      if (records.length === 0) break;
      const { txnHash, timestamp } = records.at(-1);
      cursor = { txnHash, timestamp };
    }
    expect(whole).toHaveLength(110);
    expect(new Set(whole).size).toBe(110);
    const once = [...listHashes(await opened.list({ pageSize: 50 }))];
    expect(whole.slice(0, 50)).toEqual(once);
  });

  it('keeps what is open however old it is, and leaves out deployments unless asked', async () => {
    const opened = await open();
    const old = { timestamp: SECOND - 30 * DAY, status: 'PENDING' } as const;
    outside.node.chain.instead.starknet_getTransactionStatus = () => ({
      error: { code: 29, message: 'Transaction hash not found' },
    });
    outside.node.chain.instead.starknet_getNonce = () => ({ result: '0x0' });
    await opened.add(1, { ...old, timestamp: SECOND + 9_999 - 9 * 60 });
    await opened.add(2, { txnType: 'deploy', timestamp: SECOND + 3 });
    await opened.add(3, { status: 'REJECTED', failureReason: 'no', timestamp: SECOND + 2 });
    const days = (params: object = {}) => opened.list({ txnsInLastNumOfDays: 0, ...params });
    expect(listHashes(await days())).toEqual([getHash(1)]);
    expect(listHashes(await opened.list())).toEqual([getHash(1), getHash(3)]);
    const withDeploy = await opened.list({ withDeployTxn: true });
    expect(listHashes(withDeploy)).toEqual([getHash(1), getHash(2), getHash(3)]);
    expect(withDeploy[2]).toMatchObject({ status: 'REJECTED', failureReason: 'no' });
  });

  // @promise T17.1
  it('keeps what is open of that account alone, newest first, and none that was not asked for', async () => {
    const opened = await open();
    const old = { timestamp: SECOND - 30 * DAY, status: 'PENDING', nonce: '0x0' } as const;
    outside.node.chain.instead.starknet_getTransactionStatus = () => ({
      result: { finality_status: 'PRE_CONFIRMED', execution_status: 'SUCCEEDED' },
    });
    await opened.add(1, { ...old, timestamp: old.timestamp + 5 });
    await opened.add(2, old);
    await opened.add(3, { ...old, senderAddress: sender });
    await opened.add(4, { ...old, chainId: chainIds.mainnet });
    await opened.add(5, { ...old, txnType: 'deploy' });
    expect(listHashes(await opened.list())).toEqual([getHash(1), getHash(2)]);
  });

  it('continues among pending records and records of one second', async () => {
    const opened = await open();
    const old = { timestamp: SECOND - 30 * DAY, status: 'PENDING', nonce: '0x0' } as const;
    outside.node.chain.instead.starknet_getTransactionStatus = () => ({
      result: { finality_status: 'PRE_CONFIRMED', execution_status: 'SUCCEEDED' },
    });
    for (let number = 0; number < 12; number++) await opened.add(number, old);
    const first = await opened.list();
    const { txnHash, timestamp } = first.at(-1);
    const rest = await opened.list({ cursor: { txnHash, timestamp } });
    expect(first).toHaveLength(10);
    expect(rest).toHaveLength(2);
    expect(new Set(listHashes([...first, ...rest])).size).toBe(12);
  });

  it.each([9, 11, 0, 100, '10'])('rejects a page size of %s', async (pageSize) => {
    const { list } = await open();
    await expect(list({ pageSize })).rejects.toMatchObject({ kind: 'invalidParams' });
  });
});

describe('a source that hangs', () => {
  it.each(['the node', 'the explorer'])(
    'holds the list up for three seconds at most: %s',
    async (which) => {
      const clock = createClock({ start: now(), pausesUpToMs: 1_000 });
      const started = await open();
      await started.add(1, { status: 'PENDING' });
      if (which === 'the explorer') await started.useVoyager();
      const opened = await open({ stored: started.state, ...clock });
      outside.node.seen.length = 0;
      outside.node.always({ kind: 'hang' });
      outside.explorer.answer(() => 'hang');
      const answer = opened.list();
      await (which === 'the node' ? outside.node.received(2) : outside.explorer.received(1));
      clock.advance(3_000);
      expect(listHashes(await answer)).toEqual([getHash(1)]);
    },
  );
});
