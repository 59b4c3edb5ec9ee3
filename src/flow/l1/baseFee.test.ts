import { describe, expect, it } from '@jest/globals';
import { findPercentile } from './baseFee';

const rising = Array.from({ length: 500 }, (_, index) => `${index + 1}.5`);

describe('findPercentile', () => {
  it('finds the newest fee lower than that of no block when fees rise', () => {
    expect(findPercentile(rising)).toMatchObject({ lowerThan: 0, blocks: 500 });
  });

  it('finds it lower than that of nearly all when fees fall', () => {
    expect(findPercentile([...rising].reverse())?.lowerThan).toBe(99);
  });

  it('counts blocks with the same fee neither way', () => {
    expect(findPercentile(rising.map(() => '7'))?.lowerThan).toBe(0);
    const halves = rising.map((_, index) =>
      index < 340 ? '0.000000000000000002' : '0.000000000000000001',
    );
    expect(findPercentile(halves)?.lowerThan).toBe(68);
  });

  it('draws means of equal stretches against the highest', () => {
    const picture = findPercentile(rising)?.picture ?? [];
    expect(picture).toHaveLength(24);
    expect(picture.at(-1)).toBe(1);
    expect([...picture].sort((a, b) => a - b)).toEqual(picture);
    expect(findPercentile(rising.map(() => '0'))?.picture).toEqual(picture.map(() => 0));
  });

  it('returns nothing for a chain that is too young', () => {
    expect(findPercentile([])).toBeUndefined();
    expect(findPercentile(rising.slice(0, 23))).toBeUndefined();
  });
});
