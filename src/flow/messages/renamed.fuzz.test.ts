import { describe, expect, it } from '@jest/globals';
import { layerOf } from '../../../test/messages/layers';
import { randomNames, renameParts } from '../../../test/messages/renamed';
import { structural } from '../../../test/messages/structural';

describe('readGrant', () => {
  // @promise T13.3
  it.each(structural)('tells as much of %s in 1,000 other wordings', (_, { parts }) => {
    const layer = layerOf(parts);
    for (let seed = 0; seed < 1_000; seed++)
      expect([seed, layerOf(renameParts(parts, randomNames(seed)))]).toEqual([seed, layer]);
  });
});
