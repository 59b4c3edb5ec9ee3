import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  getHash,
  listHashes,
  now,
  type Outside,
  openHistory,
  startOutside,
} from '../../test/chain/openHistory';

const DAY = 86_400;

let outside: Outside;
beforeEach(async () => {
  outside = await startOutside();
});
afterEach(() => outside.stop());

describe('xnet_getTransactions', () => {
  // @row dapp.history
  it('lists ten of five days unless told otherwise, and twenty-five or fifty where asked', async () => {
    const { add, list } = await openHistory(outside);
    const oldest = now() / 1000 - 5 * DAY;
    for (let number = 0; number < 60; number++) await add(number, { timestamp: oldest + number });
    await add(60, { timestamp: oldest - 1 });
    const newest = Array.from({ length: 60 }, (_, at) => getHash(59 - at));
    expect(listHashes(await list())).toEqual(newest.slice(0, 10));
    for (const pageSize of [10, 25, 50])
      expect(listHashes(await list({ pageSize }))).toEqual(newest.slice(0, pageSize));
    const { txnHash, timestamp } = (await list({ pageSize: 50 })).at(-1);
    const rest = (params: object) => list({ cursor: { txnHash, timestamp }, ...params });
    expect(listHashes(await rest({ pageSize: 25 }))).toEqual(newest.slice(50));
    const further = await rest({ pageSize: 25, txnsInLastNumOfDays: 6 });
    expect(listHashes(further)).toEqual([...newest.slice(50), getHash(60)]);
  });

  // @row xnet_getTransactions.withDeployTxn
  it('leaves out the deployment of the account unless it is asked for', async () => {
    const { add, list } = await openHistory(outside);
    await add(1, { txnType: 'deploy', contractFuncName: '' });
    await add(2);
    expect(listHashes(await list())).toEqual([getHash(2)]);
    expect(listHashes(await list({ withDeployTxn: true }))).toEqual([getHash(2), getHash(1)]);
  });
});
