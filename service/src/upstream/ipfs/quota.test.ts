import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import type { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { type Disposal, dispose, temporaryFolder } from '../../../test/testService';
import { makeKey } from '../../meter/apiKey';
import { openLmdbStore } from '../../stores/lmdb';
import { openBlocks } from './blocks';
import { createCid, hasherNamed } from './codecs';
import { openQuota } from './quota';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const open = async (ipfsBlocks: number) => {
  const folder = await temporaryFolder(undo);
  const [store, blocks] = [openLmdbStore(folder), await openBlocks(join(folder, 'blocks'))];
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
