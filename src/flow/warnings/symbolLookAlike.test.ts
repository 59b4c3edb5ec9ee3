import { describe, expect, it } from '@jest/globals';
import {
  change,
  inEnglish,
  party,
  previewOf,
  subjectOf,
  tells,
  transfer,
} from '../../../test/review/subject';
import { symbolLookAlike } from './symbolLookAlike';

const { meme, friend, usdc } = party;
const named = (symbol: string | null, verified = false) => ({
  calls: [transfer(meme, friend, '5')],
  tokens: { ...subjectOf().tokens, [meme]: { address: meme, symbol, decimals: 18, verified } },
});

describe('symbolLookAlike', () => {
  it.each(['USDC', 'USDC.e', 'usdc', 'USDС', 'U5DC', 'ЅTRK', 'E T H', 'USD₮'])(
    'tells of %s',
    (symbol) => {
      expect(tells(symbolLookAlike, named(symbol))).toEqual(['high: Token imitates a known one']);
    },
  );

  it('names the token that is imitated', () => {
    const [warning] = symbolLookAlike(subjectOf(named('ЅTRK')));
    expect(warning && inEnglish(warning.text)).toContain('calls itself ЅTRK, much like STRK,');
  });

  it('tells of one that the simulation brings, and of an imitated verified token', () => {
    const { tokens } = named('USDC');
    const preview = previewOf(change('receive', meme, '5', friend));
    expect(tells(symbolLookAlike, { tokens, preview })).toHaveLength(1);
    const other = { address: party.punks, symbol: 'MEME', decimals: 18, verified: true };
    const both = { ...named('M3ME').tokens, [party.punks]: other };
    expect(tells(symbolLookAlike, { ...named('M3ME'), tokens: both })).toHaveLength(1);
  });

  it.each(['xSTRK', 'wstETH', 'DAI', 'LORDS', 'EKUBO', ''])('is silent about %s', (symbol) => {
    expect(tells(symbolLookAlike, named(symbol))).toEqual([]);
  });

  it('is silent about the listed tokens themselves, verified ones and those without a symbol', () => {
    expect(tells(symbolLookAlike, { calls: [transfer(usdc, friend, '5')] })).toEqual([]);
    expect(tells(symbolLookAlike, named('USDC', true))).toEqual([]);
    expect(tells(symbolLookAlike, named(null))).toEqual([]);
  });
});
