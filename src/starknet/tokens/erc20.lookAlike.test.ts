import { describe, expect, it } from '@jest/globals';
import { networkDefinitions, networkIds } from '../../networks/networks';
import { chainIds } from '../../schema/primitives';
import { imitates, listTokens, looksAlike } from './erc20';

describe('looksAlike', () => {
  // @promise T3.1
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
  ])('confuses %s and %s', (known, other) => {
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
  ])('distinguishes %s from %s', (known, other) => {
    expect(looksAlike(known, other)).toBe(false);
  });
});

describe('imitates', () => {
  const isImitation = (symbol: string) =>
    listTokens(chainIds.mainnet).some((known) => imitates(symbol, known.symbol));

  // @promise T3.1
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
    'WBTC',
    'W8TC',
    'iBTC',
    'wstETH',
    'WSTETH (Lido)',
    'DAI',
    'DAlv0',
    'xSTRK',
    'EKUB0',
    'L0RDS',
    'SolvBTC.b',
    'USDC2',
    'USDC\u00b2',
    'USDC\u2460',
    'ETH2',
    'USDCv2',
    'wETH2',
    'ETH-2',
    'official USDT2',
    'USDCOIN',
    'USDC0IN',
    'USDCoin2',
    'Ether',
    'USDCe',
    'USDC.e',
    'Starknet',
    'STARKNET2',
    'STRKs',
    'USDCs',
    'Ethereum',
    'ETHEREUM',
    'Εthereum',
    'EthereumToken',
    'STRKToken',
    'STRK Token',
    'STRKCOIN',
    'StarknetSTRK',
    'bridgedUSDC',
    'BridgedUSDCe2',
    'officialETH',
    'wBTCe',
    'USDC٢',
    'USDC᠒',
  ])('recognizes %s as an imitation', (symbol) => {
    expect(isImitation(symbol)).toBe(true);
  });

  // @promise T3.1
  it.each([
    'BTC',
    'rETH',
    'LUSD',
    'USDU',
    'USN',
    'NSTR',
    'SLAY',
    'sSTRK',
    'kSTRK',
    'xtBTC',
    'BROTHER',
    'stETH',
    'zUSDC',
    'nstSTRK',
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

  // @promise T3.1
  it.each(
    networkIds.flatMap((id) =>
      Object.values(networkDefinitions[id].tokens).map(({ symbol }) => [
        symbol,
        networkDefinitions[id].name,
      ]),
    ),
  )('leaves a pool of %s in peace, which %s lists', (symbol) => {
    const knowns = [...listTokens(chainIds.mainnet).map((known) => known.symbol), symbol];
    for (const pool of [`${symbol}/STRK`, `STRK-${symbol} LP`])
      expect(knowns.filter((known) => imitates(pool, known))).toEqual([]);
  });

  // @promise T3.1
  it.each([
    'USDC (legacy)',
    'wstETH (1egacy)',
    'wstETH (legacy)',
    'DAIv0',
    'DAIv1/STRK',
    'DAlv0/STRK',
    'USDC (legacy)/STRK',
    'wstETH (Legacy)-STRK LP',
    'U5DC-ETH',
    'USDC-ETH gift',
    'USDC-ETHLP',
    'USDC-ETH-DAI',
    'Official USDC-ETH LP',
    'DAIv0/DAIv0',
    'USDC /ETH',
    'USDC-5',
    'USDC/',
  ])('recognizes %s as an imitation, since it is no pair of listed symbols', (symbol) => {
    expect(isImitation(symbol)).toBe(true);
  });

  it('gives each listed token a name of its own, which no other one copies', () => {
    const listed = listTokens(chainIds.mainnet);
    expect(listed.length).toBeGreaterThanOrEqual(12);
    const symbols = new Set(listed.map(({ symbol }) => symbol));
    expect(symbols.size).toBe(listed.length);
    const same = listed.flatMap((one, at) =>
      listed.slice(at + 1).filter((other) => looksAlike(one.symbol, other.symbol)),
    );
    expect(same).toEqual([]);
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
  });

  // @promise T3.1
  it('recognizes every capital that looks like one of a listed symbol', () => {
    const capitals = { E: 'ΕЕ', T: 'ΤТ', H: 'ΗН', S: 'ЅՏ', K: 'ΚК', U: 'Ս', C: 'СϹ' };
    for (const [letter, others] of Object.entries(capitals))
      for (const other of others)
        for (const symbol of ['ETH', 'STRK', 'USDC'])
          if (symbol.includes(letter))
            expect([other, imitates(symbol.replace(letter, other), symbol)]).toEqual([other, true]);
  });
});
