import { describe, expect, it } from '@jest/globals';
import { mainnet } from '../../networks/mainnet';
import { chainIds } from '../../schema/primitives';
import { getSelector } from '../selector';
import { knownTokens, listTokens } from './erc20';
import { MEDIAN, medianCalldata, parseMedian } from './oracle';

const NOW = 1_800_000_000;
const hex = (value: number) => `0x${value.toString(16)}`;
/** 2,500 dollars, by five sources, a minute ago. */
const answer = ({ price = 250_000_000_000, decimals = 8, age = 60, sources = 5 } = {}) => [
  hex(price),
  hex(decimals),
  hex(NOW - age),
  hex(sources),
  '0x0',
  '0x0',
];

describe('medianCalldata', () => {
  it('asks for the pair in dollars of a listed token', () => {
    const pairOf = (address: string) => medianCalldata(address, mainnet.id);
    expect(getSelector(MEDIAN)).toBe(
      '0x24b869ce68dd257b370701ca16e4aaf9c6483ff6805d04ba7661f3a0b6ce59',
    );
    expect(pairOf(knownTokens.STRK.address)).toEqual(['0x0', '0x5354524b2f555344']);
    expect(pairOf(knownTokens.ETH.address)).toEqual(['0x0', '0x4554482f555344']);
    expect(pairOf(mainnet.tokens.USDT.address)).toEqual(['0x0', '0x555344542f555344']);
    for (const { address } of [mainnet.tokens.USDC, mainnet.tokens.USDCe])
      expect(pairOf(address)).toEqual(['0x0', '0x555344432f555344']);
  });

  it('builds calldata for listed tokens with a pair at the oracle, on their network alone', () => {
    for (const chainId of Object.values(chainIds)) {
      const paired = listTokens(chainId).filter(({ address }) => medianCalldata(address, chainId));
      expect(paired).toEqual(listTokens(chainId).filter(({ pair }) => pair !== null));
      expect(medianCalldata('0x5', chainId)).toBeUndefined();
    }
    expect(medianCalldata(mainnet.tokens.USDT.address, chainIds.sepolia)).toBeUndefined();
  });
});

describe('parseMedian', () => {
  it('returns the dollars of a whole token', () => {
    expect(parseMedian(answer(), NOW)).toBe(2_500);
    expect(parseMedian(answer({ price: 999_900, decimals: 6 }), NOW)).toBe(0.9999);
    // Without an expiry, the answer is a felt shorter.
    expect(parseMedian([...answer().slice(0, 4), '0x1'], NOW)).toBe(2_500);
    expect(parseMedian(answer({ age: 3_600 }), NOW)).toBe(2_500);
    expect(parseMedian(answer({ age: -420 }), NOW)).toBe(2_500);
    expect(parseMedian(answer({ sources: 3 }), NOW)).toBe(2_500);
  });

  // @promise P20.1
  it.each([
    ['is older than an hour', answer({ age: 3_601 })],
    ['is of a time to come', answer({ age: -421 })],
    ['is of two sources', answer({ sources: 2 })],
    ['is nothing', answer({ price: 0 })],
    ['was never reported', ['0x0', '0x0', '0x0', '0x0', '0x0', '0x0']],
    ['has more decimals than any feed', answer({ decimals: 19 })],
    ['is beyond belief', answer({ price: 1e15 + 1e8 })],
    ['is too short', answer().slice(0, 4)],
    ['is too long', [...answer(), '0x0']],
    ['is of another contract', ['0x5', '0x0']],
    ['is empty', []],
  ])('returns nothing for a price that %s', (_, felts) => {
    expect(parseMedian(felts, NOW)).toBeUndefined();
  });
});
