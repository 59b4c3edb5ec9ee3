import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { blockTime, type EventNode, indexed, legacy, startEventNode } from '../../test/eventNode';
import { openModule } from '../../test/openModule';
import { chainIds } from '../schema/primitives';
import { knownTokens } from '../starknet/erc20';
import { transfersFound } from './transfersFound';

const chainId = chainIds.sepolia;
const account = `0x${'ac'.padStart(64, '0')}`;
const other = `0x${'0e'.padStart(64, '0')}`;
const STRK = knownTokens.STRK.address;
const USDC = knownTokens.USDC.address;

let node: EventNode;
let opened: ReturnType<typeof openModule>;
const HEAD = 1_000;
const now = () => blockTime(HEAD) * 1000;
beforeEach(async () => {
  node = await startEventNode(HEAD);
  opened = openModule({ sepoliaUrl: node.url, now });
});
afterEach(() => node.stop());

/** One call, as the list makes it. */
const find = (since = 0) => {
  node.seen.length = 0;
  const search = { chainId, account, since, until: now() + 3_000 };
  return transfersFound(opened.module, search);
};
const hashesOf = (records: readonly { txnHash: string }[]) => records.map(({ txnHash }) => txnHash);
const kept = async () => {
  const choice = { limit: 10_000, since: 0, until: 1e12, wanted: () => true };
  return hashesOf(await opened.module.found.list(chainId, account, choice));
};
const incoming = { token: STRK, from: other, to: account };
const hash = (number: number) => `0x${(0xa000 + number).toString(16)}`;

describe('transfers', () => {
  it('are found in both shapes, in and out, by any token of the list', async () => {
    node.chain.events = [
      indexed({ ...incoming, block: 10, hash: hash(1), amount: 5n }),
      indexed({ ...incoming, from: account, to: other, block: 20, hash: hash(2) }),
      legacy({ token: USDC, from: other, to: account, block: 30, hash: hash(3) }),
      legacy({ token: USDC, from: account, to: other, block: 40, hash: hash(4) }),
      legacy({ token: USDC, from: other, to: other, block: 41, hash: hash(5) }),
      indexed({ ...incoming, from: other, to: other, block: 42, hash: hash(6) }),
    ];
    const records = await find();
    expect(hashesOf(records).sort()).toEqual([1, 2, 3, 4].map(hash));
    expect(records.find(({ txnHash }) => txnHash === hash(1))).toEqual({
      txnHash: hash(1),
      txnType: 'invoke',
      senderAddress: other,
      contractAddress: STRK,
      contractFuncName: 'transfer',
      contractCallData: ['0xac', '0x5', '0x0'],
      status: 'ACCEPTED_ON_L2',
      failureReason: null,
      eventIds: [],
      timestamp: blockTime(10),
      chainId,
      finalityStatus: 'ACCEPTED_ON_L2',
      executionStatus: 'SUCCEEDED',
    });
    expect(await kept()).toEqual([4, 3, 2, 1].map(hash));
  });

  it('of a watched token are found as well', async () => {
    const token = { address: `0x${'70'.padStart(64, '0')}`, name: 'T', symbol: 'T', decimals: 0 };
    await opened.module.tokens.save(chainId, token);
    node.chain.events = [indexed({ ...incoming, token: token.address, block: 1, hash: hash(1) })];
    expect(hashesOf(await find())).toEqual([hash(1)]);
  });

  it('tell a transaction of the account by its call, and a revert by its fee', async () => {
    node.chain.events = [
      indexed({ ...incoming, from: account, to: other, block: 7, hash: hash(1) }),
    ];
    const calldata = [
      '0x1',
      STRK,
      '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e',
      '0x3',
      '0x9',
      '0x8',
      '0x0',
    ];
    node.chain.instead.starknet_getTransactionByHash = () => ({
      result: { transaction_hash: hash(1), type: 'INVOKE', sender_address: '0xac', calldata },
    });
    node.chain.instead.starknet_getTransactionStatus = () => ({
      result: {
        finality_status: 'ACCEPTED_ON_L1',
        execution_status: 'REVERTED',
        failure_reason: 'no luck',
      },
    });
    expect(await find()).toMatchObject([
      {
        senderAddress: account,
        contractAddress: STRK,
        contractFuncName: 'transfer',
        contractCallData: ['0x9', '0x8', '0x0'],
        status: 'ACCEPTED_ON_L2',
        finalityStatus: 'ACCEPTED_ON_L1',
        executionStatus: 'REVERTED',
        failureReason: 'no luck',
      },
    ]);
  });

  it('that a node makes up, or takes from other contracts and blocks, are none', async () => {
    const lie = (event: object) => ({
      ...indexed({ ...incoming, block: 5, hash: hash(1) }),
      ...event,
    });
    const lies = [
      lie({ from_address: '0xbad' }),
      lie({ block_number: 5_000 }),
      lie({ keys: ['0x1', '0x2', '0xac'] }),
      indexed({ ...incoming, to: other, block: 5, hash: hash(1) }),
    ];
    node.chain.instead.starknet_getEvents = () => ({ result: { events: lies } });
    expect(await find()).toEqual([]);
    node.chain.instead = {};
    node.chain.events = [indexed({ ...incoming, block: 5, hash: hash(1) })];
    node.chain.head += 1;
    node.chain.instead.starknet_getTransactionByHash = () => ({
      result: { transaction_hash: '0xbad', type: 'INVOKE' },
    });
    opened = openModule({ sepoliaUrl: node.url, now });
    expect(await find()).toEqual([]);
  });
});

describe('a call', () => {
  it('takes six HTTP requests at most, whatever there is to read', async () => {
    node.chain.pageSize = 2;
    node.chain.events = Array.from({ length: 400 }, (_, index) =>
      legacy({ ...incoming, token: USDC, block: 100 + index, hash: hash(index) }),
    );
    const counts: number[] = [];
    for (let call = 0; call < 4; call++) {
      await find();
      counts.push(node.seen.length);
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(6);
  });

  it('goes on where the last one ended, after a restart too', async () => {
    node.chain.events = Array.from({ length: 60 }, (_, index) =>
      indexed({ ...incoming, block: 900 + index, hash: hash(index) }),
    );
    const found = new Set<string>();
    for (let call = 0; call < 3; call++) {
      const records = await find();
      expect(records.length).toBeLessThanOrEqual(25);
      for (const { txnHash } of records) {
        expect(found.has(txnHash)).toBe(false);
        found.add(txnHash);
      }
      opened = openModule({ sepoliaUrl: node.url, now, stored: opened.state });
    }
    expect(found.size).toBe(60);
    expect(await kept()).toHaveLength(60);
    expect(await find()).toEqual([]);
    // The probe of a new process rides along.
    expect(node.seen).toHaveLength(1);
  });

  it('looks no further back than it is asked, and further when it is', async () => {
    node.chain.head = 200_000;
    node.chain.events = [
      indexed({ ...incoming, block: 199_000, hash: hash(1) }),
      indexed({ ...incoming, block: 90_000, hash: hash(2) }),
      indexed({ ...incoming, block: 10, hash: hash(3) }),
    ];
    expect(hashesOf(await find(blockTime(150_000)))).toEqual([hash(1)]);
    expect(await find(blockTime(150_000))).toEqual([]);
    expect(node.calls.filter((name) => name === 'starknet_getEvents')).toHaveLength(12);
    expect(hashesOf(await find(0))).toEqual([hash(2)]);
    expect(hashesOf(await find(0))).toEqual([hash(3)]);
    node.calls.length = 0;
    expect(await find(0)).toEqual([]);
    expect(node.calls).toEqual(['starknet_blockNumber']);
  });

  it('is over although pages never end, and finds what there is all the same', async () => {
    let pages = 0;
    node.chain.instead.starknet_getEvents = ({
      filter,
    }: {
      filter: { to_block: { block_number: number }; from_block: { block_number: number } };
    }) => {
      pages += 1;
      const span = filter.to_block.block_number - filter.from_block.block_number + 1;
      // As of a node that looks through a hundred blocks at a time.
      if (span > 300) return { result: { events: [], continuation_token: `at ${pages}` } };
      const event = indexed({ ...incoming, block: HEAD, hash: hash(1) });
      return { result: { events: filter.to_block.block_number === HEAD ? [event] : [] } };
    };
    const calls: number[] = [];
    for (let call = 0; call < 20; call++) {
      await find(blockTime(HEAD - 10));
      calls.push(node.seen.length);
      if ((await kept()).length > 0) break;
    }
    expect(await kept()).toEqual([hash(1)]);
    expect(Math.max(...calls)).toBeLessThanOrEqual(6);
  });

  it('asks no node again for a page that leads to itself', async () => {
    node.chain.instead.starknet_getEvents = () => ({
      result: { events: [], continuation_token: 'here' },
    });
    await find();
    // Newest block, the first pages, the same ones once more.
    expect(node.seen).toHaveLength(3);
  });

  it('asks for fewer blocks where the node will not look through so many', async () => {
    node.chain.events = [indexed({ ...incoming, block: HEAD, hash: hash(1) })];
    const asked: number[] = [];
    const refuse = ({ filter }: { filter: { from_block: { block_number: number } } }) => {
      asked.push(HEAD - filter.from_block.block_number + 1);
      return { error: { code: -32000, message: 'Too many blocks' } };
    };
    node.chain.instead.starknet_getEvents = refuse;
    for (let call = 0; call < 8; call++) expect(await find()).toEqual([]);
    delete node.chain.instead.starknet_getEvents;
    expect(Math.min(...asked)).toBe(625);
    expect(hashesOf(await find())).toEqual([hash(1)]);
  });

  it('asks for as many again after the node was not reached', async () => {
    node.chain.instead.starknet_getEvents = () => ({
      error: { code: -32005, message: 'Too many requests' },
    });
    await expect(find()).rejects.toMatchObject({ kind: 'limitExceeded' });
    expect(await opened.module.found.tokenCursors(chainId, account)).toEqual({});
  });

  it('keeps nothing and moves on nothing when the node fails on the way', async () => {
    node.chain.events = [indexed({ ...incoming, block: 5, hash: hash(1) })];
    node.chain.instead.starknet_getTransactionByHash = () => ({
      error: { code: -32005, message: 'Too many requests' },
    });
    await expect(find()).rejects.toMatchObject({ kind: 'limitExceeded' });
    expect(await kept()).toEqual([]);
    node.chain.instead = {};
    opened = openModule({ sepoliaUrl: node.url, now, stored: opened.state });
    expect(hashesOf(await find())).toEqual([hash(1)]);
  });

  it('starts anew on a chain that was started anew', async () => {
    node.chain.events = [indexed({ ...incoming, block: 900, hash: hash(1) })];
    expect(hashesOf(await find())).toEqual([hash(1)]);
    node.chain.head = 8;
    node.chain.events = [indexed({ ...incoming, block: 3, hash: hash(2) })];
    expect(hashesOf(await find())).toEqual([hash(2)]);
  });
});
