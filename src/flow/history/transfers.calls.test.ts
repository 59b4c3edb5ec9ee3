import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { blockTime, indexed, legacy } from '../../../test/chain/eventNode';
import {
  account,
  chainId,
  getHash,
  HEAD,
  incoming,
  listHashes,
  openTransfers,
  other,
  USDC,
} from '../../../test/chain/openTransfers';
import { storedRecord } from '../../../test/wallet/records';

let stage: Awaited<ReturnType<typeof openTransfers>>;
beforeEach(async () => {
  stage = await openTransfers();
});
afterEach(() => stage.node.stop());

describe('a call', () => {
  it('sends six HTTP requests at most, whatever there is to read', async () => {
    stage.node.chain.pageSize = 2;
    stage.node.chain.events = Array.from({ length: 400 }, (_, index) =>
      legacy({ ...incoming, token: USDC, block: 100 + index, hash: getHash(index) }),
    );
    const counts: number[] = [];
    for (let call = 0; call < 4; call++) {
      await stage.find();
      counts.push(stage.node.seen.length);
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(6);
  });

  it('reads on in pages', async () => {
    stage.node.chain.pageSize = 2;
    stage.node.chain.events = Array.from({ length: 5 }, (_, index) =>
      indexed({ ...incoming, block: 100 + index, hash: getHash(index) }),
    );
    expect(listHashes(await stage.find()).sort()).toEqual([0, 1, 2, 3, 4].map(getHash));
  });

  it('continues at the end of the last one, even after a restart', async () => {
    stage.node.chain.events = Array.from({ length: 60 }, (_, index) =>
      indexed({ ...incoming, block: 900 + index, hash: getHash(index) }),
    );
    const found = new Set<string>();
    for (let call = 0; call < 3; call++) {
      const records = await stage.find();
      expect(records.length).toBeLessThanOrEqual(25);
      for (const { txnHash } of records) {
        expect(found.has(txnHash)).toBe(false);
        found.add(txnHash);
      }
      stage.restart();
    }
    expect(found.size).toBe(60);
    expect(await stage.kept()).toHaveLength(60);
    expect(await stage.find()).toEqual([]);
    // The probe of a new process rides along.
    expect(stage.node.seen).toHaveLength(1);
  });

  it('asks nothing of blocks that are new and hold nothing', async () => {
    await stage.find(blockTime(HEAD - 10));
    stage.node.chain.head += 5;
    stage.node.calls.length = 0;
    expect(await stage.find(blockTime(HEAD - 10))).toEqual([]);
    expect(stage.node.seen).toHaveLength(1);
    expect(new Set(stage.node.calls)).toEqual(
      new Set(['starknet_blockNumber', 'starknet_getEvents']),
    );
    // They are known all the same.
    expect(await stage.find(blockTime(HEAD - 10))).toEqual([]);
    expect(stage.node.seen).toHaveLength(1);
  });

  it('asks nothing of what was sent from here and has settled, and looks up all else', async () => {
    await stage.find(blockTime(HEAD - 10));
    stage.node.chain.head += 5;
    stage.node.chain.events = [1, 2, 3, 4].map((at) =>
      indexed({ ...incoming, from: account, to: other, block: HEAD + at, hash: getHash(at) }),
    );
    const settled = { senderAddress: account, status: 'ACCEPTED_ON_L2' } as const;
    await stage
      .module()
      .transactions.add(
        storedRecord(1, { ...settled, txnHash: getHash(1) }),
        storedRecord(2, { ...settled, txnHash: getHash(2), senderAddress: other }),
        storedRecord(3, { ...settled, txnHash: getHash(3), status: 'PENDING' }),
      );
    const asked: unknown[] = [];
    stage.node.chain.instead.starknet_getTransactionStatus = ({
      transaction_hash,
    }: {
      transaction_hash: string;
    }) => {
      asked.push(transaction_hash);
      return { result: { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' } };
    };
    const records = await stage.find(blockTime(HEAD - 10));
    expect(asked.sort()).toEqual([2, 3, 4].map(getHash));
    expect(listHashes(records).sort()).toEqual([2, 3, 4].map(getHash));
    expect((await stage.kept()).sort()).toEqual([2, 4].map(getHash));
  });

  it('opens again what was refused here and is on the chain all the same', async () => {
    const sent = { ...incoming, from: account, to: other };
    stage.node.chain.events = [indexed({ ...sent, block: HEAD, hash: getHash(1) })];
    const refused = { senderAddress: account, status: 'REJECTED', txnHash: getHash(1) } as const;
    await stage.module().transactions.add(storedRecord(1, refused));
    await stage.find(blockTime(HEAD - 10));
    expect(await stage.module().transactions.find(chainId, getHash(1))).toMatchObject({
      status: 'RECEIVED',
      failureReason: null,
    });
    expect(await stage.kept()).toEqual([]);
  });

  it('looks no further back than it is asked, and further when it is', async () => {
    stage.node.chain.head = 200_000;
    stage.node.chain.events = [
      indexed({ ...incoming, block: 199_000, hash: getHash(1) }),
      indexed({ ...incoming, block: 90_000, hash: getHash(2) }),
      indexed({ ...incoming, block: 10, hash: getHash(3) }),
    ];
    expect(listHashes(await stage.find(blockTime(150_000)))).toEqual([getHash(1)]);
    expect(await stage.find(blockTime(150_000))).toEqual([]);
    expect(stage.node.calls.filter((name) => name === 'starknet_getEvents')).toHaveLength(22);
    expect(listHashes(await stage.find(0))).toEqual([getHash(2)]);
    expect(listHashes(await stage.find(0))).toEqual([getHash(3)]);
    stage.node.calls.length = 0;
    expect(await stage.find(0)).toEqual([]);
    expect(stage.node.seen).toHaveLength(1);
  });

  it('stops within six calls although pages never end, and still finds what exists', async () => {
    let pages = 0;
    stage.node.chain.instead.starknet_getEvents = ({
      filter,
    }: {
      filter: { to_block: { block_number: number }; from_block: { block_number: number } };
    }) => {
      pages += 1;
      const span = filter.to_block.block_number - filter.from_block.block_number + 1;
      // As of a node that looks through a hundred blocks at a time.
      if (span > 300) return { result: { events: [], continuation_token: `at ${pages}` } };
      const event = indexed({ ...incoming, block: HEAD, hash: getHash(1) });
      return { result: { events: filter.to_block.block_number === HEAD ? [event] : [] } };
    };
    const calls: number[] = [];
    for (let call = 0; call < 20; call++) {
      await stage.find(blockTime(HEAD - 10));
      calls.push(stage.node.seen.length);
      if ((await stage.kept()).length > 0) break;
    }
    expect(await stage.kept()).toEqual([getHash(1)]);
    expect(Math.max(...calls)).toBeLessThanOrEqual(6);
  });

  it('asks no node again for a page that leads to itself', async () => {
    stage.node.chain.instead.starknet_getEvents = () => ({
      result: { events: [], continuation_token: 'here' },
    });
    await stage.find();
    // Newest block, the first pages, the same ones once more.
    expect(stage.node.seen).toHaveLength(3);
  });

  it('asks for fewer blocks if the node will not look through so many', async () => {
    stage.node.chain.events = [indexed({ ...incoming, block: HEAD, hash: getHash(1) })];
    const asked: number[] = [];
    const refuse = ({ filter }: { filter: { from_block: { block_number: number } } }) => {
      asked.push(HEAD - filter.from_block.block_number + 1);
      return { error: { code: -32000, message: 'Too many blocks' } };
    };
    stage.node.chain.instead.starknet_getEvents = refuse;
    for (let call = 0; call < 8; call++) expect(await stage.find()).toEqual([]);
    delete stage.node.chain.instead.starknet_getEvents;
    expect(Math.min(...asked)).toBe(625);
    expect(listHashes(await stage.find())).toEqual([getHash(1)]);
  });

  it('asks for as many again after the node was not reached', async () => {
    stage.node.chain.instead.starknet_getEvents = () => ({
      error: { code: -32005, message: 'Too many requests' },
    });
    await expect(stage.find()).rejects.toMatchObject({ kind: 'limitExceeded' });
    expect(await stage.module().found.tokenCursors(chainId, account)).toEqual({});
  });

  it('keeps nothing and moves on nothing when the node fails on the way', async () => {
    stage.node.chain.events = [indexed({ ...incoming, block: 5, hash: getHash(1) })];
    stage.node.chain.instead.starknet_getTransactionByHash = () => ({
      error: { code: -32005, message: 'Too many requests' },
    });
    await expect(stage.find()).rejects.toMatchObject({ kind: 'limitExceeded' });
    expect(await stage.kept()).toEqual([]);
    stage.node.chain.instead = {};
    stage.restart();
    expect(listHashes(await stage.find())).toEqual([getHash(1)]);
  });

  it('starts anew on a chain that was started anew', async () => {
    stage.node.chain.events = [indexed({ ...incoming, block: 900, hash: getHash(1) })];
    expect(listHashes(await stage.find())).toEqual([getHash(1)]);
    stage.node.chain.head = 8;
    stage.node.chain.events = [indexed({ ...incoming, block: 3, hash: getHash(2) })];
    expect(listHashes(await stage.find())).toEqual([getHash(2)]);
  });

  it('looks at eight tokens, and at the others the next time', async () => {
    const tokens = Array.from(
      { length: 9 },
      (_, index) => `0x${(0x70 + index).toString(16).padStart(64, '0')}`,
    );
    for (const address of tokens) {
      const token = { address, name: 'T', symbol: 'T', decimals: 0 };
      await stage.module().tokens.save(chainId, token);
    }
    stage.node.chain.events = tokens.map((token, index) =>
      indexed({ ...incoming, token, block: 10, hash: getHash(index) }),
    );
    expect(await stage.find()).toHaveLength(5);
    expect(await stage.find()).toHaveLength(4);
    expect(await stage.kept()).toHaveLength(9);
  });
});
