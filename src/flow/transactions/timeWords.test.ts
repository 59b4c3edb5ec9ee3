import { describe, expect, it } from '@jest/globals';
import { lengthWords } from './timeWords';

describe('lengthWords', () => {
  it.each([
    [59n, 'message.lastsMinutes', '1'],
    [7_200n, 'message.lastsMinutes', '120'],
    [7_201n, 'message.lastsHours', '3'],
    [172_801n, 'message.lastsDays', '3'],
    [3_155_760_000n, 'message.lastsDays', '36525'],
  ])('tells %s seconds in %s, rounded up', (seconds, say, count) => {
    expect(lengthWords(seconds)).toEqual({ say, with: { count } });
  });
});
