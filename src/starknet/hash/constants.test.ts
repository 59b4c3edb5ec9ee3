import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { poseidonSmall } from '@scure/starknet';
import {
  CURVE_B,
  compressedConstants,
  constantsModule,
  PRIME,
  roundConstants,
} from '../../../scripts/hash/constants';
import { root } from '../../../scripts/root';
import { FIELD_PRIME } from '../../schema/primitives';
import { pedersenPoints, poseidonConstants } from './constants';

describe('the constants of the hashes', () => {
  it('are what the generator makes of the public definitions', async () => {
    const committed = await readFile(join(root, 'src/starknet/hash/constants.ts'), 'utf8');
    expect(committed).toBe(constantsModule());
    expect(poseidonConstants).toEqual(compressedConstants());
    expect(poseidonConstants).toHaveLength(12 + 83 + 12);
  });

  it('come from the round constants that another implementation has', () => {
    expect(roundConstants()).toEqual(poseidonSmall.roundConstants);
    expect(PRIME).toBe(FIELD_PRIME);
  });

  it('have points that are on the curve', () => {
    expect(pedersenPoints).toHaveLength(5);
    for (const [x, y] of pedersenPoints) expect((x ** 3n + x + CURVE_B - y * y) % PRIME).toBe(0n);
  });
});
