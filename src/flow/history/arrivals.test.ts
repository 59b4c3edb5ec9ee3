import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventNode, indexed, startEventNode } from '../../../test/chain/eventNode';
import { USDC } from '../../../test/chain/openTransfers';
import { openModule } from '../../../test/wallet/openModule';
import { storedRecord } from '../../../test/wallet/records';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { knownTokens } from '../../starknet/tokens/erc20';
import { initialMark } from '../../state/arrivals';
import { announceArrivals } from './arrivals';
import { runJob } from './job';
import { MAX_SPAN } from './windows';

const chainId = chainIds.sepolia;
const accounts = storedAccounts(chainId, 4);
const [first, second] = accounts.map(({ address }) => address) as [string, string];
const stranger = toAddress(0xe1n);
const strk = knownTokens.STRK.address;
const ONE = 10n ** 18n;
const HEAD = 1_000;
const HOUR = 3_600_000;

type Filter = { keys: string[][] };

let node: EventNode;
let isLocked = false;
let isRefused = false;
let time = Date.now();
beforeEach(async () => {
  node = await startEventNode(HEAD);
  isLocked = false;
  isRefused = false;
});
afterEach(() => node.stop());

/** A module with accounts, which has read the chain as it is. */
async function open(count = 1, changes: Record<string, unknown> = {}) {
  let tries = 0;
  const opened = openModule({
    sepoliaUrl: node.url,
    now: () => time,
    stored: {
      plain: { version: 3, accounts: { [chainId]: accounts.slice(0, count) }, ...changes },
    },
    async border({ method }, cross) {
      if (method === 'snap_getClientStatus')
        return { locked: isLocked } as Awaited<ReturnType<typeof cross>>;
      if (method === 'snap_notify') {
        tries += 1;
        if (isRefused) throw new Error('Currently rate-limited.');
      }
      return cross();
    },
  });
  /** An hour later, with so many blocks more. @returns the new notices */
  const tick = async (blocks = 10) => {
    time += HOUR;
    node.chain.head += blocks;
    node.seen.length = 0;
    await announceArrivals(opened.module);
    return opened.notifications.splice(0);
  };
  const restart = () => announceArrivals(opened.restarted());
  return { ...opened, tick, restart, tries: () => tries };
}

let hashes = 0;
/** A transfer in the block after the newest one. */
function arrive(changes: Partial<Parameters<typeof indexed>[0]> = {}) {
  hashes += 1;
  const usual = { token: strk, from: stranger, to: first, amount: 5n * ONE };
  const place = { block: node.chain.head + 1, hash: `0x${(0xb000 + hashes).toString(16)}` };
  node.chain.events.push(indexed({ ...usual, ...place, ...changes }));
}

const inTest = (text: string) => `Local chain: You received ${text}`;

describe('announceArrivals', () => {
  it('names amount and account of one payment, and counts several', async () => {
    const { tick } = await open();
    await tick();
    arrive({ token: USDC, amount: 5_500_000n });
    expect(await tick()).toEqual([inTest('5.5 USDC in Account 1')]);
    for (let count = 0; count < 3; count++) arrive();
    expect(await tick()).toEqual([inTest('3 payments in Account 1')]);
    expect(await tick()).toEqual([]);
  });

  it('says nothing of what came before the first reading of an account', async () => {
    arrive({ block: HEAD });
    const { module, tick } = await open();
    expect(await tick()).toEqual([]);
    await module.accounts.keepFound(chainId, [accounts[1] as (typeof accounts)[number]]);
    arrive({ to: second });
    expect(await tick()).toEqual([]);
    arrive({ to: second });
    expect(await tick()).toEqual([inTest('5 STRK in Account 2')]);
  });

  // @promise T10.7
  it('says nothing of tokens on no list, nor of added ones, whatever the node was asked for', async () => {
    const { module, tick } = await open();
    await tick();
    const token = toAddress(0x70c0n);
    await module.tokens.save(chainId, {
      address: token,
      name: 'USDC',
      symbol: 'USDC',
      decimals: 6,
    });
    node.chain.instead.starknet_getEvents = () => ({
      result: {
        events: [
          indexed({ token, from: stranger, to: first, block: node.chain.head - 1, hash: '0x1' }),
        ],
      },
    });
    expect(await tick()).toEqual([]);
  });

  // @promise T10.7
  it('ignores what a lying node says of other accounts, blocks, events and nothing', async () => {
    const { tick } = await open();
    await tick();
    const forged = { token: strk, from: stranger, to: first, hash: '0x1' };
    const block = HEAD + 11;
    node.chain.instead.starknet_getEvents = () => ({
      result: {
        events: [
          indexed({ ...forged, to: second, block }),
          indexed({ ...forged, block: HEAD }),
          indexed({ ...forged, block: 10 * HEAD }),
          indexed({ ...forged, amount: 0n, block }),
          { ...indexed({ ...forged, block }), block_number: null },
          {
            ...indexed({ ...forged, block }),
            keys: [getSelector('Approval'), stranger, first],
          },
        ],
      },
    });
    expect(await tick()).toEqual([]);
  });

  it('says nothing of moves between own accounts, nor of what own transactions brought', async () => {
    const { module, tick } = await open(2);
    await tick();
    const record = storedRecord(1, { senderAddress: first });
    await module.transactions.add(record);
    arrive({ from: second });
    arrive({ hash: record.txnHash });
    expect(await tick()).toEqual([]);
  });

  it('tells once of a block that a reorganisation puts in again, and of a restart', async () => {
    const { tick, restart, notifications } = await open();
    await tick();
    arrive();
    expect(await tick()).toHaveLength(1);
    node.chain.head -= 15;
    expect(await tick(0)).toEqual([]);
    expect(await tick(15)).toEqual([]);
    time += HOUR;
    await restart();
    expect(notifications).toEqual([]);
  });

  it('tells once of a transaction that a reorganisation puts into a later block', async () => {
    const { tick } = await open();
    await tick();
    arrive({ amount: 7n * ONE });
    expect(await tick()).toHaveLength(1);
    const [moved] = node.chain.events.splice(0);
    if (!moved) throw new Error('A payment arrived.');
    for (const blocks of [1, 15, 200]) {
      node.chain.events = [{ ...moved, block_number: node.chain.head + blocks }];
      expect(await tick(blocks + 5)).toEqual([]);
    }
    arrive();
    expect(await tick()).toEqual([inTest('5 STRK in Account 1')]);
  });

  it('tells once of a block that another node does not have yet, however far that one lags', async () => {
    const { tick } = await open();
    await tick();
    expect(await tick(400)).toEqual([]);
    for (const lag of [1, 20, 101, 399]) {
      arrive();
      expect(await tick()).toHaveLength(1);
      for (const blocks of [-lag, 0, lag, 1]) expect(await tick(blocks)).toEqual([]);
    }
  });

  it('tells of all that arrives after a node told of blocks that nobody has', async () => {
    for (const blocks of [MAX_SPAN, 150, 900]) {
      const { tick } = await open();
      await tick();
      await tick(blocks);
      node.chain.head -= blocks;
      arrive({ amount: ONE });
      expect(await tick(3)).toEqual([]);
      arrive();
      expect(await tick(3)).toEqual([inTest('2 payments in Account 1')]);
      arrive();
      expect(await tick(3)).toEqual([inTest('5 STRK in Account 1')]);
    }
  });

  it('tells of what a reorganisation puts into a block that was read, and of nothing twice', async () => {
    const { tick } = await open();
    await tick();
    for (let count = 0; count < 90; count++) arrive();
    expect(await tick()).toEqual([inTest('90 payments in Account 1')]);
    for (let count = 0; count < 90; count++) arrive();
    expect(await tick()).toEqual([inTest('90 payments in Account 1')]);
    const isMoved = (one: number) => one > HEAD + 15;
    for (let block = HEAD + 16; block <= node.chain.head; block++)
      node.chain.blockHashes.set(block, `0xf0${block}`);
    for (const event of node.chain.events) if (isMoved(event.block_number)) event.block_number += 1;
    arrive({ block: HEAD + 25 });
    expect(await tick()).toEqual([]);
    expect(await tick()).toEqual([inTest('5 STRK in Account 1')]);
    expect(await tick()).toEqual([]);
  });

  it('tells once if the wallet wakes the module twice at a time', async () => {
    const { module, tick, notifications } = await open();
    await tick();
    arrive();
    time += HOUR;
    node.chain.head += 10;
    await Promise.all([announceArrivals(module), announceArrivals(module)]);
    expect(notifications).toHaveLength(1);
  });

  it('leaves the newest block for the next reading, and misses none', async () => {
    const { tick } = await open();
    await tick();
    arrive({ block: HEAD + 20 });
    expect(await tick()).toEqual([]);
    expect(await tick(1)).toHaveLength(1);
  });

  it('makes one notice of an account whatever arrives, and one of many accounts', async () => {
    const { tick } = await open(4);
    await tick();
    for (let count = 0; count < 90; count++) arrive();
    for (const { address } of accounts.slice(1)) arrive({ to: address });
    expect(await tick()).toEqual([inTest('93 payments in 4 accounts')]);
    arrive();
    arrive({ to: second });
    expect(await tick()).toHaveLength(2);
  });

  it('tells of money in the last of sixty accounts, with filters that nodes take', async () => {
    const many = Array.from({ length: 60 }, (_, addressIndex) => {
      const address = toAddress(0xacc000n + BigInt(addressIndex));
      const name = `Account ${addressIndex + 1}`;
      return { ...(accounts[0] as (typeof accounts)[number]), addressIndex, address, name };
    });
    const { tick } = await open(0, { accounts: { [chainId]: many } });
    await tick();
    for (const { address } of [...many.slice(0, 1), ...many.slice(-1)]) arrive({ to: address });
    expect(await tick()).toEqual([inTest('5 STRK in Account 1'), inTest('5 STRK in Account 60')]);
    expect(node.seen).toHaveLength(1);
    const filters = JSON.parse(node.seen[0]?.body ?? '[]') as { params: { filter?: Filter } }[];
    const receivers = filters.flatMap(({ params: { filter } }) => filter?.keys[2]?.length ?? []);
    expect(Math.max(...receivers)).toBe(50);
  });

  it('tells of what a full page left out with the next readings, and holds nothing up', async () => {
    const { tick } = await open();
    await tick();
    for (let count = 0; count < 150; count++) arrive({ block: HEAD + 11 + (count % 5) });
    const counts: number[] = [];
    for (let reading = 0; reading < 4; reading++)
      for (const text of await tick()) counts.push(Number(/\d+(?= payments)/u.exec(text)?.[0]));
    expect(counts).toEqual([90, 60]);
    for (let count = 0; count < 150; count++) arrive();
    expect(await tick()).toEqual([]);
    expect(await tick()).toEqual([inTest('100 payments in Account 1')]);
    arrive();
    expect(await tick()).toHaveLength(1);
  });

  it('keeps silent about blocks of many days, and of a chain that began anew', async () => {
    const { tick } = await open();
    await tick();
    arrive();
    expect(await tick(MAX_SPAN + 10)).toEqual([]);
    arrive();
    expect(await tick()).toHaveLength(1);
    node.chain.events.length = 0;
    node.chain.head = 5;
    arrive();
    expect(await tick()).toEqual([]);
    arrive();
    expect(await tick()).toHaveLength(1);
  });

  it('sends one HTTP request, at most every five minutes, and tells later if a node failed', async () => {
    const { module, tick } = await open(3);
    await tick();
    await tick();
    expect(node.seen).toHaveLength(1);
    await announceArrivals(module);
    expect(node.seen).toHaveLength(1);
    node.chain.instead.starknet_getEvents = () => ({ error: { code: -32603, message: 'No.' } });
    arrive();
    expect(await tick()).toEqual([]);
    delete node.chain.instead.starknet_getEvents;
    expect(await tick()).toHaveLength(1);
  });

  it('does not repeat a notice that the wallet refuses', async () => {
    const { tick, tries } = await open();
    await tick();
    arrive();
    isRefused = true;
    expect(await tick()).toEqual([]);
    isRefused = false;
    expect(await tick()).toEqual([]);
    expect(tries()).toBe(1);
  });

  // @promise T31.6
  it('asks no node while the wallet is locked, for no account in use, or while it is off', async () => {
    const { module, tick } = await open();
    await tick();
    arrive();
    isLocked = true;
    expect(await tick()).toEqual([]);
    expect(node.seen).toEqual([]);
    isLocked = false;
    expect(await tick()).toHaveLength(1);
    await module.accounts.change(chainId, first, (account) => ({ ...account, hidden: true }));
    await tick();
    expect(node.seen).toEqual([]);
    await module.accounts.change(chainId, first, (account) => ({ ...account, hidden: false }));
    await module.settings.arrivals.choose('off');
    arrive();
    expect(await tick()).toEqual([]);
    expect(node.seen).toEqual([]);
    expect(await module.arrivals.mark(chainId)).toEqual(initialMark);
    // Money that came meanwhile is no news.
    await module.settings.arrivals.choose('on');
    expect(await tick()).toEqual([]);
  });
});

describe('runJob', () => {
  it('looks after open transactions, wakes itself for them, and tells of what arrived', async () => {
    const live = [storedRecord(1, { status: 'RECEIVED', senderAddress: first })];
    const { module, tick, notifications, events } = await open(1, { live });
    await tick();
    arrive();
    time += HOUR;
    node.chain.head += 10;
    await runJob(module);
    expect(notifications).toEqual([
      expect.stringMatching(/: Done$/u),
      inTest('5 STRK in Account 1'),
    ]);
    expect(events).toEqual([]);
  });

  it('comes back in a minute if the journal cannot be read', async () => {
    const { module, events } = await open(1, { live: 'no list' });
    await expect(runJob(module)).rejects.toMatchObject({ kind: 'internal' });
    expect(events).toMatchObject([{ duration: 'PT60S', request: { method: 'trackTransactions' } }]);
  });
});
