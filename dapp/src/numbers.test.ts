import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatCount, formatSeconds, readLocale } from './numbers';

describe('readLocale', () => {
  it.each([
    ['de-CH', 'de-CH'],
    ['pt_BR', 'pt-BR'],
    ['C', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('reads %j as %s', (reported, locale) => {
    expect(readLocale(reported)).toBe(locale);
  });

  it('gives a locale that numbers and dates take, whatever a browser reports', () => {
    fc.assert(
      fc.property(fc.string(), (reported) => {
        const locale = readLocale(reported);
        expect(new Intl.NumberFormat(locale).format(1)).not.toBe('');
        expect(new Date(0).toLocaleTimeString(locale)).not.toBe('');
      }),
    );
  });
});

describe('formatCount, as formatSeconds', () => {
  it('writes numbers as the browser does', () => {
    expect([formatCount(1_234), formatSeconds(1.26)]).toEqual(['1,234', '1.3']);
  });
});
