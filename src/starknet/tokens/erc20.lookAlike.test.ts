import { describe, expect, it } from '@jest/globals';
import { chainIds } from '../../schema/primitives';
import { imitates, looksAlike, tokensOn } from './erc20';

describe('looksAlike', () => {
  it.each([
    ['USDC', 'USDС'],
    ['STRK', 'ЅTRK'],
    ['STRK', 'S T R K'],
    ['USDT', 'USD₮'],
    ['USDT', 'U$DT'],
    ['ETH', 'ＥＴＨ'],
    ['ETH', 'ΕΤΗ'],
    ['ETH', 'ETΗ'],
    ['NSTR', 'ΝSTR'],
    ['MIM', 'ΜIM'],
    ['SLAY', 'SLAΥ'],
    ['SWAY', 'SWAҮ'],
    ['STRK', 'ЅТRК'],
    ['USDC', 'ՍSDС'],
    ['WBTC', 'ԜВТС'],
    ['Ether', 'Ethеr'],
    ['Tether USD', 'Tether·USD'],
    ['Ekubo', '3kub0'],
    ['modern', 'modem'],
    ['USDC', '000 USDC'],
    ['USDC', '000,000USDC'],
    ['ETH', '0 ETH'],
    ['USDC', '0USDC'],
    ['USDC', '٠\u00a0USDC'],
  ])('takes %s and %s for one another', (known, other) => {
    expect(looksAlike(known, other)).toBe(true);
  });

  it.each([
    ['USDC', 'USDT'],
    ['ETH', 'STRK'],
    ['ETH', 'wstETH'],
    ['STRK', 'xSTRK'],
    ['Ether', 'Ethereum Name Service'],
    ['DAI', 'DAIv0'],
    ['ETH', '1INCH'],
    ['STRK', '7TRK'],
  ])('tells %s from %s', (known, other) => {
    expect(looksAlike(known, other)).toBe(false);
  });
});

describe('imitates', () => {
  const isImitation = (symbol: string) =>
    tokensOn(chainIds.mainnet).some((known) => imitates(symbol, known.symbol));

  it.each([
    '5 million STRK',
    '5 USDC or 900 ETH',
    '$USDC',
    'wUSDC',
    'WETH',
    'USDC (Circle)',

    'USDC',
    'usdc',
    'U5DC',
    'USDC-Circle',
    'STRK/official',
    'real $TRK',
    'USDC.circle',
    '5USDC',
    'ΕΤΗ',
    'my ЅТRК',
    'wЕТН',
    'U S D C',
    'USDC-USDC',
    'U SDC gift',
    'Claim: 900ETH',
  ])('takes %s for a listed token', (symbol) => {
    expect(isImitation(symbol)).toBe(true);
  });

  it.each([
    'xSTRK',
    'wstETH',
    'stETH',
    'DAI',
    'LORDS',
    'EKUBO',
    'zUSDC',
    'nstSTRK',
    'WBTC',
    'UNI',
    'ETH/USDC',
    'STRK-ETH LP',
    'USDC.e-USDC',
    'JEDI-P',
    'mLP',
    'vSTRK',
    'sUSDT',
    '',
    '5',
    'w',
  ])('leaves %s in peace', (symbol) => {
    expect(isImitation(symbol)).toBe(false);
  });

  it('knows every capital that looks like one of a listed symbol by its own form', () => {
    const capitals = { E: 'ΕЕ', T: 'ΤТ', H: 'ΗН', S: 'ЅՏ', K: 'ΚК', U: 'Ս', C: 'СϹ' };
    for (const [letter, others] of Object.entries(capitals))
      for (const other of others)
        for (const symbol of ['ETH', 'STRK', 'USDC'])
          if (symbol.includes(letter))
            expect([other, imitates(symbol.replace(letter, other), symbol)]).toEqual([other, true]);
  });
});
