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
import { chainIds } from '../../schema/primitives';

let outside: Outside;
beforeEach(async () => {
  outside = await startOutside();
});
afterEach(() => outside.stop());
const open = (options = {}) => openHistory(outside, options);

describe('what an explorer listed', () => {
  const pages = () =>
    outside.explorer.asked.splice(0).map(({ url }) => Number(url.searchParams.get('p')));
  /** Ten to a page, the newest of that number first; what is asked for after `last` fails. */
  const listFrom = (newest: number, last = 90) =>
    outside.explorer.answer(({ url }) => {
      const page = Number(url.searchParams.get('p'));
      const first = newest - (page - 1) * 10;
      const items = Array.from({ length: 10 }, (_, at) => item(first - at));
      return page > last ? { status: 404 } : { body: { items, lastPage: 90 } };
    });
  const opened = async () => {
    const all = await open();
    await all.useVoyager();
    return all;
  };

  it('keeps the pages read before a failure and continues from there', async () => {
    const { list } = await opened();
    listFrom(400, 1);
    expect(listHashes(await list())).toHaveLength(10);
    expect(pages()).toEqual([1, 2]);
    listFrom(400);
    await list();
    expect(pages()).toEqual([1, 2, 3]);
    await list();
    expect(pages()).toEqual([1, 4, 5]);
  });

  it('reads newer records down to the known ones, to the second, before older pages', async () => {
    const { list } = await opened();
    listFrom(400);
    await list();
    expect(pages()).toEqual([1, 2, 3]);
    listFrom(409);
    await list();
    expect(pages()).toEqual([1, 4, 5]);
    listFrom(424);
    await list();
    expect(pages()).toEqual([1, 2, 6]);
    // One that lists nothing between has no more to be met.
    outside.explorer.answer(({ url }) => ({
      body: { items: url.searchParams.get('p') === '1' ? [item(430)] : [], lastPage: 90 },
    }));
    await list();
    expect(pages()).toEqual([1, 7]);
    listFrom(900);
    await list();
    expect(pages()).toEqual([1, 2, 3]);
  });

  it('rereads from the first page when a page in between could not be read', async () => {
    const { list } = await opened();
    listFrom(400);
    await list();
    listFrom(500, 1);
    await list();
    pages();
    listFrom(500);
    await list();
    expect(pages()).toEqual([1, 2, 3]);
  });

  it('stops if the explorer’s list ends, also after a single record', async () => {
    const { list } = await opened();
    outside.explorer.answer(() => ({ body: { items: [], lastPage: 0 } }));
    expect(await list()).toEqual([]);
    expect(await list()).toEqual([]);
    const pending = Array.from({ length: 9 }, (_, at) => item(40 + at, { status: 'Received' }));
    outside.explorer.answer(({ url }) => ({
      body: { items: url.searchParams.get('p') === '1' ? [item(7), ...pending] : [item(6)] },
    }));
    pages();
    expect(listHashes(await list())).toEqual([getHash(7), getHash(6)]);
    expect(pages()).toEqual([1, 2]);
  });

  it('starts from the first page at another explorer', async () => {
    const { list, module } = await opened();
    listFrom(400);
    await list();
    pages();
    outside.explorer.answer(() => ({ body: { items: [], nextCursor: null } }));
    const key = 'key0123456789';
    await module.settings.explorers.choose(chainIds.sepolia, { name: 'starkscan', key });
    await list();
    expect(outside.explorer.asked.map(({ url }) => url.searchParams.get('cursor'))).toEqual([null]);
  });

  it('names the account as sender of a declaration or deployment, whatever the explorer says', async () => {
    const { list, address } = await opened();
    outside.explorer.answer(() => ({
      body: { items: [item(9, { type: 'DECLARE' }), item(8, { type: 'DEPLOY_ACCOUNT' }), item(7)] },
    }));
    const [declare, deploy, invoke] = await list({ withDeployTxn: true });
    for (const own of [declare, deploy])
      expect(own).toMatchObject({
        senderAddress: address,
        contractAddress: address,
        contractFuncName: '',
        incoming: false,
      });
    expect(invoke).toMatchObject({ senderAddress: `0x${'1'.padStart(64, '0')}`, incoming: true });
  });

  it('leaves out a call whose sender the explorer does not name', async () => {
    const { list } = await opened();
    const items = [undefined, null, `0x${'8'.padEnd(63, '0')}`].map((contractAddress, at) =>
      item(at + 1, { contractAddress }),
    );
    outside.explorer.answer(() => ({ body: { items: [...items, item(7)] } }));
    expect((await list()).map(({ txnHash }: { txnHash: string }) => txnHash)).toEqual([
      item(7).hash,
    ]);
  });

  it('lists finished transactions with a time at most a day ahead', async () => {
    const { list } = await opened();
    outside.explorer.answer(() => ({
      body: {
        items: [
          item(10_000 + 86_401),
          item(10_000 + 86_400),
          item(3, { timestamp: null }),
          item(2, { status: 'Rejected' }),
        ],
      },
    }));
    const [later, rejected, ...others] = await list();
    expect(later.txnHash).toBe(getHash(10_000 + 86_400));
    expect(others).toEqual([]);
    expect(rejected).toMatchObject({ txnHash: getHash(2), status: 'REJECTED' });
  });

  it('keeps all records of the last second, and those of later pages', async () => {
    const { list } = await opened();
    const at = (number: number, second: number) => item(number, { timestamp: SECOND + second });
    const from = (newest: number) => Array.from({ length: 9 }, (_, down) => newest - down);
    const first = [...from(60).map((number) => item(number)), at(50, 50)];
    const older = [at(49, 50), ...from(40).map((number) => item(number))];
    const answer = (newest: object[], page2: number) =>
      outside.explorer.answer(({ url }) => {
        const page = Number(url.searchParams.get('p'));
        if (page === 1) return { body: { items: newest, lastPage: 90 } };
        return page === page2 ? { body: { items: older, lastPage: page2 } } : { status: 404 };
      });
    answer(first, 0);
    await list();
    const newer = [at(61, 60), ...first.slice(0, 9)];
    answer(newer, 2);
    await list();
    expect(listHashes(await list({ pageSize: 25 }))).toEqual(
      [60, 61, ...from(60).slice(1), 49, 50, ...from(40)].map(getHash),
    );
  });

  it('reads no further back than needed', async () => {
    const { list } = await opened();
    outside.explorer.answer(({ url }) => {
      const page = Number(url.searchParams.get('p'));
      const days = (at: number) => 10_000 - 86_400 * (page * 10 + at - 9);
      const items = Array.from({ length: 10 }, (_, at) =>
        item(page * 10 + at, { timestamp: SECOND + days(at) }),
      );
      return { body: { items, lastPage: 90 } };
    });
    await list({ txnsInLastNumOfDays: 5 });
    expect(pages()).toEqual([1]);
    await list({ txnsInLastNumOfDays: 15 });
    expect(pages()).toEqual([1, 2]);
    await list({ txnsInLastNumOfDays: 20 });
    expect(pages()).toEqual([1]);
  });

  it('stores found records beside the journal, once, and not those signed for a site', async () => {
    const { add, list, module, address } = await opened();
    const kept = async () =>
      listHashes(
        await module.found.list(chainIds.sepolia, address, {
          limit: 10,
          since: 0,
          until: SECOND * 2,
          isWanted: () => true,
        }),
      );
    await add(6);
    await add(7, { given: true, known: false, status: 'PENDING' });
    outside.node.chain.instead.starknet_getTransactionStatus = () => ({
      error: { code: 29, message: 'Transaction hash not found' },
    });
    outside.explorer.answer(() => ({ body: { items: [item(7), item(6)] } }));
    expect(listHashes(await list())).toEqual([getHash(7), getHash(6)]);
    expect(await kept()).toEqual([getHash(7)]);
  });
});
