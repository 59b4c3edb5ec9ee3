import { describe, expect, it } from '@jest/globals';
import { clockText } from '../../ui/text/format';
import { afterWords, lengthWords, timeWords } from './timeWords';

describe('lengthWords', () => {
  it.each([
    [59n, 'message.lastsMinutes', '1'],
    [7_200n, 'message.lastsMinutes', '120'],
    [7_201n, 'message.lastsHours', '3'],
    [172_801n, 'message.lastsDays', '3'],
    [3_155_760_000n, 'message.lastsDays', '36525'],
  ])('describes %s seconds in %s, rounded up', (seconds, say, count) => {
    expect(lengthWords(seconds)).toEqual({ say, with: { count: { amount: count } } });
  });
});

describe('timeWords', () => {
  it('draws a date that stays on its line, and the number that is signed', () => {
    const date = '2027\u201101\u201115 08:00:00 UTC';
    expect(timeWords('0x6b49d200')).toEqual({
      say: 'message.time',
      with: { date, seconds: '1800000000' },
    });
    expect(clockText(Date.UTC(2027, 0, 15))).toMatch(/^2027\u201101\u20111[456] \d\d:\d\d$/u);
  });

  it.each(['8640000000001', '0xffffffffffffffff'])('treats %s as no limit', (seconds) => {
    const told = { say: 'message.noTime', with: { seconds: BigInt(seconds).toString() } };
    expect(timeWords(seconds)).toEqual(told);
    expect(afterWords(seconds)).toEqual(told);
    expect(timeWords('8640000000000').say).toBe('message.time');
  });
});

describe('afterWords', () => {
  it.each(['0x0', '1', '0x1', '86399'])('treats %s as no limit, and shows it', (seconds) => {
    const told = { say: 'message.noTime', with: { seconds: BigInt(seconds).toString() } };
    expect(afterWords(seconds)).toEqual(told);
  });

  it.each(['86400', '1800000000'])('describes %s as any other time', (seconds) => {
    expect(afterWords(seconds)).toEqual(timeWords(seconds));
  });
});
