import { describe, expect, it } from '@jest/globals';
import { looksAlike } from './erc20';

describe('looksAlike', () => {
  it.each([
    ['USDC', 'USDС'],
    ['STRK', 'ЅTRK'],
    ['STRK', 'S T R K'],
    ['USDT', 'USD₮'],
    ['USDT', 'U$DT'],
    ['ETH', 'ＥＴＨ'],
    ['ETH', 'ΕΤΗ'.replace('Η', 'H')],
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
