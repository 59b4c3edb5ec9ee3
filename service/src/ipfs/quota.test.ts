import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import * as raw from 'multiformats/codecs/raw';
import { makeKey } from '../keys/apiKey';
import { openLmdbStore } from '../stores/lmdb';
import { type CleanUp, cleanUp, temporaryFolder } from '../testService';
import { openBlocks } from './blocks';
import { cidOf, hasherNamed } from './codecs';
import { openQuota } from './quota';

const undo: CleanUp = [];
afterEach(() => cleanUp(undo));

it('keeps a block that one key puts while it is let go of for another', async () => {
  const folder = await temporaryFolder(undo);
  const [store, blocks] = [openLmdbStore(folder), openBlocks(join(folder, 'blocks'))];
  const limits = { ipfsBytes: 1e9, ipfsBlocks: 10_000, unpinnedMs: 3_600_000 };
  const now = { ms: 0 };
  const quota = openQuota({ folder, blocks, store, limits, clock: () => now.ms });
  undo.push(store.close, quota.close);
  for (const key of ['a', 'b']) await store.putKey({ ...makeKey({}, 0).apiKey, key });
  const bytes = Array.from({ length: 200 }, (_, index) => Buffer.from(`block ${index}`));
  const cids = await Promise.all(
    bytes.map((block) => cidOf(block, raw.code, 1, hasherNamed(null))),
  );
  const putAll = async (key: string): Promise<void> => {
    for (const [index, cid] of cids.entries()) {
      await quota.of(key, blocks).put(cid, bytes[index] as Buffer);
    }
  };
  await putAll('a');
  for (let round = 0; round < 6; round += 1) {
    now.ms += limits.unpinnedMs;
    await Promise.all([quota.collect(), putAll(round % 2 === 0 ? 'b' : 'a')]);
    const kept = await Promise.all(cids.map(blocks.has));
    expect(kept.filter((isKept) => !isKept)).toEqual([]);
  }
}, 30_000);
