import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { proof, stateRoot, withStorage } from '../../../test/chain/accountProofs';
import { fromHex, toHexBytes } from './bytes';
import { verifyProof } from './verifyProof';

type Mutation = { which: number; where: number; how: string; mask: number };

function mutate(nodes: readonly string[], { which, where, how, mask }: Mutation): string[] {
  const at = which % nodes.length;
  const bytes = Array.from(fromHex(nodes[at] ?? '') ?? []);
  const byte = where % bytes.length;
  const put = (changed: number[]) =>
    nodes.map((node, index) => (index === at ? toHexBytes(Uint8Array.from(changed)) : node));
  switch (how) {
    case 'flip':
      return put(bytes.map((each, index) => (index === byte ? each ^ mask : each)));
    case 'cut':
      return put(bytes.slice(0, byte));
    case 'grow':
      return put([...bytes, mask]);
    case 'drop':
      return nodes.filter((_, index) => index !== at);
    case 'double':
      return [...nodes, nodes[at] ?? ''];
    default:
      return [...nodes].reverse();
  }
}

describe('verifyProof', () => {
  it('refuses 10,000 mutated nodes', () => {
    const stored = withStorage(0x1234n);
    const proofs = [
      { stateRoot, proof },
      { stateRoot: stored.stateRoot, proof: stored.proof },
    ];
    let refused = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...proofs),
        fc.boolean(),
        fc.nat(),
        fc.nat(),
        fc.constantFrom('flip', 'cut', 'grow', 'drop', 'double', 'swap'),
        fc.integer({ min: 1, max: 255 }),
        (known, inStorage, which, where, how, mask) => {
          const [entry] = known.proof.storageProof;
          const nodes = inStorage && entry ? entry.proof : known.proof.accountProof;
          const changed = mutate(nodes, { which, where, how, mask });
          if (changed.join() === nodes.join()) return;
          const lie =
            inStorage && entry
              ? { ...known.proof, storageProof: [{ ...entry, proof: changed }] }
              : { ...known.proof, accountProof: changed };
          expect(verifyProof(lie, known.stateRoot)).toBeDefined();
          refused += 1;
        },
      ),
      { numRuns: 12_000 },
    );
    expect(refused).toBeGreaterThan(10_000);
  });
});
