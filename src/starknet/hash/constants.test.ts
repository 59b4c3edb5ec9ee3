import { describe, expect, it } from '@jest/globals';
import { poseidonSmall } from '@scure/starknet';
import { FIELD_PRIME } from '../../schema/primitives';
import { pedersenPoints } from './pedersen';
import { compressedConstants, roundConstant } from './poseidon';

/** y² = x³ + x + B on the STARK curve. */
const CURVE_B = 3141592653589793238462643383279502884197169399375105820974944592307816406665n;

describe('the constants of the hashes', () => {
  it('equals the round constants of another implementation', () => {
    const made = poseidonSmall.roundConstants.flat().map((_, i) => roundConstant(i));
    expect(made).toEqual(poseidonSmall.roundConstants.flat());
  });

  it('counts one constant for each partial round, and three for each full one', () => {
    const compressed = compressedConstants();
    expect(compressed).toHaveLength(12 + 83 + 12);
    // Nothing is carried into the first five rounds, nor into the last three.
    const given = poseidonSmall.roundConstants;
    expect(compressed.slice(0, 13)).toEqual([...given.slice(0, 4).flat(), given[4]?.[2]]);
    expect(compressed.slice(-9)).toEqual(given.slice(-3).flat());
    for (const constant of compressed) {
      expect(constant).toBeGreaterThanOrEqual(0n);
      expect(constant).toBeLessThan(FIELD_PRIME);
    }
  });

  it('lists points that lie on the curve', () => {
    expect(pedersenPoints).toHaveLength(5);
    for (const [x, y] of pedersenPoints)
      expect((x ** 3n + x + CURVE_B - y * y) % FIELD_PRIME).toBe(0n);
  });
});
