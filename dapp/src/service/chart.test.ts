import { describe, expect, it } from '@jest/globals';
import { blockTicks, createScale, linePath, roundTicks, shareBelow, spread } from './chart';

describe('roundTicks', () => {
  it.each([
    [0, [0, 1]],
    [0.000000007, [0, 2e-9, 4e-9, 6e-9, 8e-9]],
    [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [22.5, [0, 5, 10, 15, 20, 25]],
    [20, [0, 5, 10, 15, 20]],
    [437, [0, 100, 200, 300, 400, 500]],
  ])('covers %p with few round numbers', (highest, ticks) => {
    expect(roundTicks(highest)).toEqual(ticks);
  });
});

describe('createScale', () => {
  const frame = { width: 640, height: 280, left: 40, right: 100, top: 10, bottom: 30 };

  it('spans the frame: the oldest at the left, nothing at the bottom, the most at the top', () => {
    const { x, y, yTicks } = createScale([5, 20, 10], frame);
    expect([x(0), x(1), x(2)]).toEqual([40, 290, 540]);
    expect(yTicks.at(-1)).toBe(20);
    expect([y(0), y(10), y(20)]).toEqual([250, 130, 10]);
  });

  it('draws through all values, of which there may be one', () => {
    expect(linePath([0, 20], createScale([0, 20], frame))).toBe('M40 250L540 10');
    expect(linePath([20], createScale([20], frame))).toBe('M40 10');
    expect(linePath([], createScale([], frame))).toBe('');
  });
});

describe('blockTicks', () => {
  it('counts back from the newest block', () => {
    expect(blockTicks(500, 5)).toEqual([400, 300, 200, 100, 0]);
    expect(blockTicks(500, 3)).toEqual([250, 0]);
    expect(blockTicks(4, 5)).toEqual([3, 2, 1, 0]);
    expect(blockTicks(1, 5)).toEqual([0]);
  });
});

describe('spread', () => {
  it('moves apart what is too close, and nothing else', () => {
    expect(spread([10, 12, 60], 16)).toEqual([10, 26, 60]);
    expect(spread([10, 40], 16)).toEqual([10, 40]);
  });
});

describe('shareBelow', () => {
  const history = [1n, 2n, 2n, 10n ** 20n];

  it('counts how many per cent are lower, without those that are equal', () => {
    expect(shareBelow(history, 1n)).toBe(0);
    expect(shareBelow(history, 2n)).toBe(25);
    expect(shareBelow(history, 3n)).toBe(75);
    expect(shareBelow(history, 10n ** 20n + 1n)).toBe(100);
  });

  it('returns nothing if there is no history', () => {
    expect(shareBelow([], 1n)).toBe(0);
  });
});
