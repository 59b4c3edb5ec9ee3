import { describe, expect, it } from '@jest/globals';
import { readsAlike } from './skeleton';

const digits: string[] = [];
for (let code = 0; code <= 0x10ffff; code++) {
  const one = String.fromCodePoint(code);
  if (/^\p{Nd}$/u.test(one)) digits.push(one);
}

describe('readsAlike', () => {
  // @promise T3.1
  it('reads the digits of every script as those of this one', () => {
    expect(digits.length).toBeGreaterThan(600);
    expect(digits.length % 10).toBe(0);
    digits.forEach((digit, at) => {
      const own = at % 10;
      expect([digit, readsAlike(`Account 1${digit}`, `Account 1${own}`)]).toEqual([digit, true]);
      const other = (own + 2) % 10;
      expect([digit, readsAlike(`Account 1${digit}`, `Account 1${other}`)]).toEqual([digit, false]);
    });
  });

  // @promise T3.1
  it.each(
    '1|01|001|O1|Ο1|№1|№ 1|#1|# 01|No. 1|No 1|Nr.1|Nº1|N°1|num 1|١|٠١|①|１|¹|1\u200b|\u20601|-1|.1|(1)|"1"'.split(
      '|',
    ),
  )('confuses Account %s with Account 1', (number) => {
    expect(readsAlike(`Account ${number}`, 'Account 1')).toBe(true);
    expect(readsAlike(`Account ${number}`, 'Account 2')).toBe(false);
  });

  it.each([
    ['Account 10', 'Account 1'],
    ['Account 100', 'Account 10'],
    ['Nora 1', 'Ra 1'],
    ['Nina', 'Ina'],
    ['Casino 5', 'Casi 5'],
  ])('distinguishes %s from %s', (a, b) => {
    expect(readsAlike(a, b)).toBe(false);
  });
});
