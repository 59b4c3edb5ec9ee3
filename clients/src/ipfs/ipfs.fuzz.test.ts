import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { catchError } from '../../../test/catchError';
import { inOnePiece, listBlocks, readBytes } from '../../../test/service/ipfsServer';
import { createIpfsApi } from './ipfsApi';

describe('cat', () => {
  it('refuses 10,000 mutated blocks', async () => {
    const file = await listBlocks(readBytes(700), { cidVersion: 0, rawLeaves: false });
    const raw = await listBlocks(readBytes(700), { cidVersion: 1, rawLeaves: true });
    const known = [...file.blocks, ...raw.blocks];
    const lies = new Map<string, Uint8Array>();
    // Straight from a map: ten thousand requests over HTTP would take a minute.
    const lying = createIpfsApi({
      endpoints: [],
      streams: {
        open: async (_, path) =>
          inOnePiece(lies.get(path.split('arg=')[1] ?? '') ?? new Uint8Array()),
      },
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...known),
        fc.nat(),
        fc.constantFrom('flip', 'cut', 'grow', 'double'),
        fc.integer({ min: 1, max: 255 }),
        async ([name, bytes], where, how, mask) => {
          const at = where % bytes.length;
          const mutations = {
            flip: () => bytes.map((byte, index) => (index === at ? byte ^ mask : byte)),
            cut: () => bytes.slice(0, at),
            grow: () => Uint8Array.of(...bytes, mask),
            double: () => Uint8Array.of(...bytes, ...bytes),
          };
          lies.set(name, mutations[how]());
          expect(await catchError(lying.block(name))).toMatchObject({ kind: 'nodeFault' });
        },
      ),
      { numRuns: 10_000 },
    );
  });
});
