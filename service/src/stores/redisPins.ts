import type { Link } from './link';
import type { Store } from './store';

type Pinned = Pick<Store, 'pin' | 'unpin' | 'pins' | 'hasPin' | 'isPinned' | 'pinSum'>;

const pinsOf = (key: string): string => `xnet:{${key}}:pins`;
/** Sizes of its pins, by root. */
const sizesOf = (key: string): string => `xnet:{${key}}:pinSizes`;
const sumOf = (key: string): string => `xnet:{${key}}:pinSum`;
/** The keys that have pinned a root: written before its pin, removed after it. */
const pinnersOf = (cid: string): string => `xnet:pinners:${cid}`;
const indexed = 'xnet:pinnersIndexed';

export const createRedisPins = ({ redis, send }: Link): Pinned => {
  const pins = (key: string): Promise<string[]> => send(() => redis.smembers(pinsOf(key)));
  let isIndexed = false;
  /** Pins of before there was an index are in it from now on. */
  const index = async (): Promise<void> => {
    if (!isIndexed && (await send(() => redis.exists(indexed))) === 0) {
      for (const key of await send(() => redis.hkeys('xnet:keys'))) {
        for (const cid of await pins(key)) await send(() => redis.sadd(pinnersOf(cid), key));
      }
      await send(() => redis.set(indexed, 1));
    }
    isIndexed = true;
  };
  return {
    pin: async (key, cid, { atMost = Number.MAX_SAFE_INTEGER, size } = {}) => {
      await send(() => redis.sadd(pinnersOf(cid), key));
      const { bytes = 0, blocks = 0 } = size ?? {};
      const names = [pinsOf(key), sizesOf(key), sumOf(key)];
      const keptCount = await send(() => redis.xnetPin(...names, cid, atMost, bytes, blocks));
      if (keptCount === 0) await send(() => redis.srem(pinnersOf(cid), key));
      return keptCount === 1;
    },
    unpin: async (key, cid) => {
      const names = [pinsOf(key), sizesOf(key), sumOf(key)];
      // Sent once: where it arrives twice, the second reply is that there was no such pin.
      const sentOnce = { times: 1, unanswered: 0 };
      const removed = await send(() => redis.xnetUnpin(...names, cid), sentOnce);
      if (removed === 1) await send(() => redis.srem(pinnersOf(cid), key));
      return removed === 1;
    },
    pins,
    hasPin: async (key, cid) => (await send(() => redis.sismember(pinsOf(key), cid))) === 1,
    isPinned: async (cid) => {
      await index();
      return (await send(() => redis.exists(pinnersOf(cid)))) === 1;
    },
    pinSum: async (key) => {
      const [bytes, blocks] = await send(() => redis.hmget(sumOf(key), 'bytes', 'blocks'));
      const count = await send(() => redis.scard(pinsOf(key)));
      return { pins: count, bytes: Number(bytes ?? 0), blocks: Number(blocks ?? 0) };
    },
  };
};
