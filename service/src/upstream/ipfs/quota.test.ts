import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { type Disposal, dispose, temporaryFolder } from '../../../test/testService';
import { makeKey } from '../../meter/apiKey';
import { openLmdbStore } from '../../stores/lmdb';
import { type Blocks, multihashId, openBlocks } from './blocks';
import { codecNamed, createCid, encodeValue, hasherNamed } from './codecs';
import { openOwners } from './owners';
import { openQuota } from './quota';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const open = async (ipfsBlocks: number, wrap = (blocks: Blocks): Blocks => blocks) => {
  const folder = await temporaryFolder(undo);
  const [store, blocks] = [openLmdbStore(folder), wrap(await openBlocks(join(folder, 'blocks')))];
  const limits = { ipfsBytes: 1e9, ipfsBlocks, unpinnedMs: 3_600_000 };
  const now: { ms: number; onRead: () => void } = { ms: 0, onRead: () => undefined };
  const quota = openQuota({
    folder,
    blocks,
    store,
    limits,
    clock: () => {
      now.onRead();
      return now.ms;
    },
  });
  undo.push(store.close, quota.close);
  for (const key of ['a', 'b']) await store.putKey({ ...makeKey({}, 0).apiKey, key });
  const put = async (key: string, text: string) => {
    const bytes = Buffer.from(text);
    return quota.of(key, blocks).put(await createCid(bytes, raw.code, 1, hasherNamed(null)), bytes);
  };
  return { blocks, quota, put, now, unpinnedMs: limits.unpinnedMs };
};

it('keeps a block that one key puts while it is let go of for another', async () => {
  const { blocks, quota, put, now, unpinnedMs } = await open(10_000);
  const texts = Array.from({ length: 200 }, (_, index) => `block ${index}`);
  const putAll = async (key: string): Promise<CID[]> => {
    const cids: CID[] = [];
    for (const text of texts) cids.push(await put(key, text));
    return cids;
  };
  const cids = await putAll('a');
  for (let round = 0; round < 6; round += 1) {
    now.ms += unpinnedMs;
    await Promise.all([quota.collect(), putAll(round % 2 === 0 ? 'b' : 'a')]);
    const kept = await Promise.all(cids.map(blocks.has));
    expect(kept.filter((isKept) => !isKept)).toEqual([]);
  }
});

it('counts a block once, however many calls put it, and while it is let go', async () => {
  const { blocks, quota, put, now, unpinnedMs } = await open(2);
  const [cid] = await Promise.all(
    Array.from({ length: 50 }, () => put('a', 'same')) as [Promise<CID>],
  );
  // Stored again at the moment when the collector finds it old enough.
  now.ms += unpinnedMs;
  let again: Promise<unknown> | undefined;
  now.onRead = () => {
    now.onRead = () => undefined;
    queueMicrotask(() => {
      again = quota.of('a', blocks).put(cid, Buffer.from('same'));
    });
  };
  await quota.collect();
  await again;
  await put('a', 'other');
  await expect(put('a', 'third')).rejects.toMatchObject({ kind: 'forbidden' });
  await put('a', 'same');
});

it('lets go in time of what was put before the clock was set back', async () => {
  const { blocks, quota, put, now, unpinnedMs } = await open(10_000);
  const first = await put('a', 'first');
  now.ms = 24 * unpinnedMs;
  const cids = await Promise.all(Array.from({ length: 100 }, (_, at) => put('a', `block ${at}`)));
  // Writes run in order: once this one is removed, the others are on disk.
  while (await blocks.has(first)) await quota.collect();
  now.ms = 0;
  await quota.collect();
  now.ms = unpinnedMs;
  await quota.collect();
  const kept = await Promise.all(cids.map(blocks.has));
  expect(kept.filter(Boolean)).toEqual([]);
});

// @promise P23.1
it('gives a key no more than it may have of what came below its pins later', async () => {
  const { blocks, quota, put, now, unpinnedMs } = await open(10);
  const codec = codecNamed('dag-cbor');
  const putNode = async (key: string, links: readonly CID[]) => {
    const bytes = encodeValue(codec, links);
    return quota
      .of(key, blocks)
      .put(await createCid(bytes, codec.code, 1, hasherNamed(null)), bytes);
  };
  const leaves = await Promise.all(
    Array.from({ length: 8 }, async (_, at) =>
      createCid(Buffer.from(`leaf ${at}`), raw.code, 1, hasherNamed(null)),
    ),
  );
  for (const cid of [await putNode('b', leaves), await putNode('b', [])])
    await quota.pin('b', cid.toString());
  for (let at = 0; at < 5; at += 1) await quota.pin('b', (await put('b', `own ${at}`)).toString());
  for (let at = 0; at < 8; at += 1) await put('a', `leaf ${at}`);
  await quota.collect();
  now.ms += unpinnedMs;
  await quota.collect();
  const areHere = await Promise.all(leaves.map(blocks.has));
  expect(areHere.filter(Boolean)).toHaveLength(3);
});

describe('own', () => {
  /** What holds this many blocks, stored without an owner; and how many are read and put. */
  const openTree = async (ipfsBlocks: number, leaves: number) => {
    const seen = { reads: 0, puts: 0, putsAtOnce: 0 };
    let putting = 0;
    const { blocks, quota } = await open(ipfsBlocks, (all) => ({
      ...all,
      put: async (cid, bytes) => {
        seen.puts += 1;
        putting += 1;
        seen.putsAtOnce = Math.max(seen.putsAtOnce, putting);
        return all.put(cid, bytes).finally(() => {
          putting -= 1;
        });
      },
    }));
    const put = async (bytes: Uint8Array, code: number) =>
      blocks.put(await createCid(bytes, code, 1, hasherNamed(null)), bytes);
    const links: CID[] = [];
    for (let at = 0; at < leaves; at += 1) links.push(await put(Buffer.from(`${at}`), raw.code));
    const codec = codecNamed('dag-cbor');
    const root = await put(encodeValue(codec, links), codec.code);
    Object.assign(seen, { puts: 0, putsAtOnce: 0 });
    const from: Blocks = {
      ...blocks,
      get: (cid) => {
        seen.reads += 1;
        return blocks.get(cid);
      },
    };
    return { seen, own: () => quota.own('a', root, from) };
  };

  it('assigns all that is below a root, a few blocks at a time', async () => {
    const { seen, own } = await openTree(41, 40);
    await own();
    expect(seen).toMatchObject({ reads: 41, puts: 41 });
    expect(seen.putsAtOnce).toBeGreaterThan(1);
    expect(seen.putsAtOnce).toBeLessThanOrEqual(4);
  });

  it('reads no further block once the key is full', async () => {
    const { seen, own } = await openTree(3, 40);
    await expect(own()).rejects.toMatchObject({ kind: 'forbidden' });
    const { reads } = seen;
    expect(reads).toBeLessThan(12);
    await new Promise(setImmediate);
    expect(seen).toMatchObject({ reads, puts: 3 });
  });
});

describe('hasHolder', () => {
  it('finds a holder until the last key has let go of a block', async () => {
    const owners = openOwners(await temporaryFolder(undo));
    undo.push(() => owners.root.close());
    const cid = await createCid(Buffer.from('mine'), raw.code, 1, hasherNamed(null));
    const id = multihashId(cid);
    expect(owners.hasHolder(id)).toBe(false);
    const most = { bytes: 1e9, blocks: 10 };
    for (const key of ['a', 'b']) await owners.add(key, cid, 4, 1, most);
    await owners.remove('a', id, { at: 1 });
    expect(owners.hasHolder(id)).toBe(true);
    await owners.remove('b', id, { at: 1 });
    expect(owners.hasHolder(id)).toBe(false);
  });
});
