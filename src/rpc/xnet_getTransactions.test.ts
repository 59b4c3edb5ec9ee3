import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { indexed } from '../../test/chain/eventNode';
import {
  getHash,
  listHashes,
  now,
  type Outside,
  openHistory,
  startOutside,
} from '../../test/chain/openHistory';
import { openModule } from '../../test/wallet/openModule';
import { inWaves } from '../../test/wallet/waves';
import { knownTokens } from '../starknet/tokens/erc20';

const DAY = 86_400;
const STRK = knownTokens.STRK.address;

let outside: Outside;
beforeEach(async () => {
  outside = await startOutside();
});
afterEach(() => outside.stop());

describe('xnet_getTransactions', () => {
  // @row dapp.history
  it('lists ten of five days unless told otherwise, and twenty-five or fifty if asked', async () => {
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

  it('leaves out the fee, which only the page shows', async () => {
    const { add, list } = await openHistory(outside);
    await add(1, { fee: '0x5' });
    const [record] = await list();
    expect(record).toMatchObject({ txnHash: getHash(1) });
    expect(record).not.toHaveProperty('fee');
  });

  it('lists twenty-five after at most two HTTP requests in series, once a list was read', async () => {
    const first = await openHistory(outside);
    const { address, add } = first;
    const coming = (number: number, block: number) =>
      indexed({ token: STRK, from: '0x5e', to: address, block, hash: `0xb${number}` });
    outside.node.chain.events = [coming(1, 890)];
    for (let number = 0; number < 30; number++) await add(number);
    await first.list({ pageSize: 25 });
    outside.node.chain.head += 20;
    outside.node.chain.events.push(coming(2, 910));
    const waves = inWaves();
    const again = openModule({
      sepoliaUrl: outside.node.url,
      now,
      border: waves.border,
      stored: structuredClone(first.state),
    });
    const params = { senderAddress: address, pageSize: 25, txnsInLastNumOfDays: 36_500 };
    const listed = await again.invoke('xnet_getTransactions', params);
    expect(listed).toHaveLength(25);
    expect(JSON.stringify(listed)).toContain('"0xb2"');
    expect(waves.count()).toBeLessThanOrEqual(2);
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
