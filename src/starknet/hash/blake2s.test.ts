import { describe, expect, it } from '@jest/globals';
import { blake2s } from '@noble/hashes/blake2.js';
import fc from 'fast-check';
import { hash } from 'starknet';
import { FIELD_PRIME } from '../../schema/primitives';
import { finish } from '../effort';
import { blake2sSteps } from './blake2s';

const blake2sHashMany = (felts: readonly bigint[]) => finish(blake2sSteps(felts));

/** By the library, of felts of two words each. */
const byNoble = (felts: readonly bigint[]): bigint => {
  const bytes = new Uint8Array(8 * felts.length);
  const view = new DataView(bytes.buffer);
  for (const [at, felt] of felts.entries()) {
    view.setUint32(8 * at, Number(felt >> 32n), true);
    view.setUint32(8 * at + 4, Number(felt & 0xffffffffn), true);
  }
  return BigInt(`0x${Buffer.from(blake2s(bytes)).reverse().toString('hex')}`) % FIELD_PRIME;
};

describe('blake2sHashMany', () => {
  it('equals starknet.js for felts of both lengths, on and around whole blocks', () => {
    const felt = fc.oneof(
      fc.bigInt(0n, FIELD_PRIME - 1n),
      fc.bigInt(0n, 2n ** 64n),
      fc.constantFrom(0n, 2n ** 63n - 1n, 2n ** 63n, FIELD_PRIME - 1n),
    );
    fc.assert(
      fc.property(fc.array(felt, { maxLength: 40 }), (felts) => {
        expect(blake2sHashMany(felts)).toBe(hash.blake2sHashMany(felts));
      }),
      { numRuns: 300 },
    );
  });

  it('equals noble for every number of blocks and for none', () => {
    for (const length of [0, 1, 7, 8, 9, 15, 16, 17, 24, 1_000]) {
      const felts = Array.from({ length }, (_, at) => BigInt(at) ** 5n);
      expect(blake2sHashMany(felts)).toBe(byNoble(felts));
    }
  });

  it('hashes the largest bytecode while nobody would notice', () => {
    const felts = Array.from({ length: 81_920 }, (_, at) => FIELD_PRIME - 1n - BigInt(at));
    const before = process.cpuUsage();
    blake2sHashMany(felts);
    // On a quiet machine it takes some 150 ms.
    expect(process.cpuUsage(before).user / 1e3).toBeLessThan(5_000);
  });
});
