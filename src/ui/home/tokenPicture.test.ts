import { describe, expect, it } from '@jest/globals';
import { fewHostileTexts } from '../../../test/random/hostileTexts';
import { networkIds } from '../../networks/networks';
import { listTokens } from '../../starknet/tokens/erc20';
import { picturedSymbols, tokenPicture } from './tokenPicture';

describe('tokenPicture', () => {
  it('draws every listed token and nothing else', () => {
    const listed = new Set(networkIds.flatMap(listTokens).map(({ symbol }) => symbol));
    expect([...picturedSymbols].sort()).toEqual([...listed].sort());
  });

  it('draws no two listed tokens alike', () => {
    const drawn = picturedSymbols.map((symbol) => tokenPicture(symbol, true));
    expect(new Set(drawn).size).toBe(picturedSymbols.length);
  });

  it('gives a token on no list a letter, whatever it calls itself', () => {
    const listed = picturedSymbols.map((symbol) => tokenPicture(symbol, true));
    for (const symbol of picturedSymbols) {
      expect(tokenPicture(symbol, false)).toContain('<text');
      expect(listed).not.toContain(tokenPicture(symbol, false));
    }
  });

  it('puts nothing of a name into the picture but one letter or digit', () => {
    for (const text of [...fewHostileTexts, '<script>', '"/><image href="x"/>', '', 'constructor'])
      expect(tokenPicture(text, true)).toMatch(
        /^<svg [^<>]*><circle [^<>]*><text [^<>]*>[A-Z\d?]<\/text><\/svg>$/u,
      );
  });
});
