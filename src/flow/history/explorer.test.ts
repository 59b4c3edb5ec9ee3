import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  getHash,
  voyagerItem as item,
  listHashes,
  type Outside,
  openHistory,
  SECOND,
  startOutside,
} from '../../../test/chain/openHistory';

let outside: Outside;
beforeEach(async () => {
  outside = await startOutside();
});
afterEach(() => outside.stop());
const open = (options = {}) => openHistory(outside, options);

describe('an explorer', () => {
  it('fills the list, with the key that the user has set, and is asked for what is new', async () => {
    const opened = await open();
    await opened.useVoyager();
    await opened.add(200);
    outside.explorer.answer(({ url }) => {
      const page = Number(url.searchParams.get('p'));
      const first = 400 - page * 10;
      return {
        body: { items: Array.from({ length: 10 }, (_, at) => item(first - at)), lastPage: 9 },
      };
    });
    const records = await opened.list();
    expect(listHashes(records)).toEqual(Array.from({ length: 10 }, (_, at) => getHash(390 - at)));
    expect(records[0]).toMatchObject({
      contractFuncName: '__execute__',
      contractAddress: `0x${'1'.padStart(64, '0')}`,
      status: 'ACCEPTED_ON_L2',
    });
    expect(outside.explorer.asked.map(({ url }) => url.searchParams.get('p'))).toEqual([
      '1',
      '2',
      '3',
    ]);
    outside.explorer.asked.length = 0;
    expect(listHashes(await opened.list())).toEqual(listHashes(records));
    expect(outside.explorer.asked.map(({ url }) => url.searchParams.get('p'))).toEqual([
      '1',
      '4',
      '5',
    ]);
    expect(outside.node.calls).not.toContain('starknet_getEvents');
    const { txnHash, timestamp } = records.at(-1);
    expect(listHashes(await opened.list({ cursor: { txnHash, timestamp } }))[0]).toBe(getHash(380));
  });

  it('decides the status of a record that the journal holds as pending', async () => {
    const opened = await open();
    await opened.useVoyager();
    outside.node.chain.instead.starknet_getTransactionStatus = () => ({
      error: { code: 29, message: 'Transaction hash not found' },
    });
    await opened.add(1, { status: 'PENDING', timestamp: SECOND + 9_990, contractFuncName: 'mine' });
    await opened.add(2, { timestamp: SECOND + 9_980 });
    outside.explorer.answer(() => ({
      body: { items: [item(1, { status: 'Reverted' }), item(2, { status: 'Rejected' })] },
    }));
    const records = await opened.list();
    expect(listHashes(records)).toEqual([getHash(1), getHash(2)]);
    expect(records[0]).toMatchObject({
      contractFuncName: 'mine',
      status: 'ACCEPTED_ON_L2',
      executionStatus: 'REVERTED',
      failureReason: expect.any(String),
    });
    expect(records[1]).toMatchObject({ status: 'ACCEPTED_ON_L2' });
    // The tracker goes on: only a node moves the journal.
    expect(await opened.module.transactions.open()).toHaveLength(1);
  });

  it('leaves the other sources and what it told before when it is down', async () => {
    const opened = await open();
    await opened.useVoyager();
    outside.explorer.answer(() => ({ body: { items: [item(7)] } }));
    expect(listHashes(await opened.list())).toEqual([getHash(7)]);
    await opened.add(8);
    for (const answer of [{ status: 401 }, { status: 429 }, { body: ['odd'] }]) {
      outside.explorer.answer(() => answer);
      expect(listHashes(await opened.list())).toEqual([getHash(8), getHash(7)]);
    }
  });

  it('restarts when it listed more than three new pages', async () => {
    const opened = await open();
    await opened.useVoyager();
    const page = (first: number) => ({
      body: { items: Array.from({ length: 10 }, (_, at) => item(first - at)), lastPage: 90 },
    });
    outside.explorer.answer(({ url }) => page(110 - 10 * Number(url.searchParams.get('p'))));
    await opened.list();
    outside.explorer.answer(({ url }) => page(910 - 10 * Number(url.searchParams.get('p'))));
    await opened.list();
    outside.explorer.asked.length = 0;
    await opened.list();
    expect(outside.explorer.asked.map(({ url }) => url.searchParams.get('p'))).toEqual([
      '1',
      '4',
      '5',
    ]);
  });

  it('shows nothing of what may still change', async () => {
    const opened = await open();
    await opened.useVoyager();
    const pending = item(9, { status: 'Received', timestamp: null });
    outside.explorer.answer(() => ({ body: { items: [pending, item(7)] } }));
    expect(listHashes(await opened.list())).toEqual([getHash(7)]);
    outside.explorer.answer(() => ({ body: { items: [item(9), item(7)] } }));
    expect(listHashes(await opened.list())).toEqual([getHash(9), getHash(7)]);
  });

  it('queries this account, with the page size of the site', async () => {
    const opened = await open();
    await opened.useVoyager();
    await opened.list({ pageSize: 25 });
    expect(
      outside.explorer.asked.map(({ url }) => [
        url.searchParams.get('to'),
        url.searchParams.get('ps'),
      ]),
    ).toEqual([[opened.address, '25']]);
  });
});
