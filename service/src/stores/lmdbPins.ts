import { confirmWrite, type DataFile, keyRange, writtenSoon } from './database';
import { noPins, type PinSum, type Store } from './store';

type Pinned = Pick<Store, 'pin' | 'unpin' | 'pins' | 'hasPin' | 'isPinned' | 'pinSum'>;
/** `true`: pinned without a size. */
type Size = { bytes: number; blocks: number } | true;

const sizeOf = (size: Size | undefined): PinSum => ({
  ...noPins,
  ...(typeof size === 'object' && size),
  pins: 1,
});

export const openPins = (root: DataFile, isIndexed: boolean): Pinned => {
  const pins = root.openDB<Size, [key: string, cid: string]>({ name: 'pins' });
  /** The keys that have pinned a root. */
  const pinners = root.openDB<true, [cid: string, key: string]>({ name: 'pinners' });
  const sums = root.openDB<PinSum, string>({ name: 'pinSums' });
  if (!isIndexed) {
    for (const { key } of pins.getRange()) {
      const [owner, cid] = key;
      void writtenSoon(root, () => pinners.put([cid, owner], true));
    }
  }

  const sumOf = (key: string): PinSum =>
    sums.get(key) ?? { ...noPins, pins: pins.getKeysCount(keyRange(key)) };
  const add = (key: string, one: PinSum, sign: 1 | -1): void => {
    const sum = sumOf(key);
    void sums.put(key, {
      pins: sum.pins + sign * one.pins,
      bytes: sum.bytes + sign * one.bytes,
      blocks: sum.blocks + sign * one.blocks,
    });
  };
  return {
    pin: async (key, cid, { atMost = Number.POSITIVE_INFINITY, size } = {}) =>
      confirmWrite(root, () =>
        root.transaction(() => {
          if (pins.doesExist([key, cid])) return true;
          if (sumOf(key).pins >= atMost) return false;
          add(key, sizeOf(size), 1);
          void pins.put([key, cid], size ?? true);
          void pinners.put([cid, key], true);
          return true;
        }),
      ),
    unpin: async (key, cid) =>
      confirmWrite(root, () =>
        root.transaction(() => {
          const size = pins.get([key, cid]);
          if (size === undefined) return false;
          add(key, sizeOf(size), -1);
          void pins.remove([key, cid]);
          void pinners.remove([cid, key]);
          return true;
        }),
      ),
    pins: async (key) => [...pins.getRange(keyRange(key))].map(({ key: [, cid] }) => cid),
    hasPin: async (key, cid) => pins.doesExist([key, cid]),
    isPinned: async (cid) => !pinners.getKeys(keyRange(cid))[Symbol.iterator]().next().done,
    pinSum: async (key) => sumOf(key),
  };
};
