import { describe, expect, it } from '@jest/globals';
import { afterWords, lengthWords, timeWords } from './timeWords';

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

describe('afterWords', () => {
  it.each(['0x0', '1', '0x1', '86399'])('takes %s for no bound, and tells it', (seconds) => {
    const told = { say: 'message.noTime', with: { seconds: BigInt(seconds).toString() } };
    expect(afterWords(seconds)).toEqual(told);
  });

  it.each(['86400', '1800000000'])('tells %s as any other time', (seconds) => {
    expect(afterWords(seconds)).toEqual(timeWords(seconds));
  });
});
