import { describe, expect, it } from '@jest/globals';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { knownTokens } from '../../starknet/tokens/erc20';
import { listedTokens, withLimits } from './tokenTable';
import { isUnlimited } from './words/amounts';

const { address: STRK } = knownTokens.STRK;
const meme = toAddress(0x3e3en);
const token = { address: meme, symbol: 'MEME', decimals: 2, verified: false };
const ONE = 10n ** 18n;

/** Whether an allowance has no limit, by what a node tells of supply and balance. */
const isWithoutLimit = (
  of: string,
  amount: bigint,
  supply?: bigint,
  balance: bigint | null = null,
) =>
  isUnlimited(
    { token: of, amount: `${amount}` },
    withLimits(
      { ...listedTokens(chainIds.mainnet), [meme]: token },
      new Map(supply === undefined ? [] : [[of, supply]]),
      () => balance,
    ),
  );

describe('withLimits', () => {
  // @promise T10.4
  it.each<[string, bigint, bigint | undefined, bigint | null, boolean]>([
    ['all that there is', 1_000_000n, 1_000_000n, null, false],
    ['more than there is', 1_000_001n, 1_000_000n, null, true],
    ['more than there is, of who has none', 1_000_001n, 1_000_000n, 0n, true],
    ['a hundredth of it, of who has none', 10_000n, 1_000_000n, 0n, false],
    [
      'a thousand times the balance and more, and a hundredth of all',
      10_001n,
      1_000_000n,
      5n,
      true,
    ],
    ['just a hundredth of all', 10_000n, 1_000_000n, 5n, false],
    ['just a thousand times the balance', 50_000n, 1_000_000n, 50n, false],
    ['much of it, of who has about as much', 900_000n, 1_000_000n, 800_000n, false],
    ['much where nobody told how much there is', 2n ** 111n, undefined, 5n, false],
    ['more than any token has where nobody told', 2n ** 112n, undefined, 5n, true],
    ['more than any token has, whatever is told', 2n ** 112n, 2n ** 250n, 2n ** 249n, true],
    ['something where there is none', 5n, 0n, 0n, false],
  ])('judges as unlimited, or not: %s', (_, amount, supply, balance, expected) => {
    expect(isWithoutLimit(meme, amount, supply, balance)).toBe(expected);
  });

  // @promise T10.4
  it('applies a limit of its own to listed tokens, which a node can only lower', () => {
    const most = 10n ** 12n * ONE;
    for (const [supply, balance] of [
      [undefined, null],
      [2n ** 200n, 2n ** 199n],
    ] as const) {
      expect(isWithoutLimit(STRK, most, supply, balance)).toBe(true);
      expect(isWithoutLimit(STRK, most - 1n, supply, balance)).toBe(false);
    }
    expect(isWithoutLimit(STRK, 10n ** 10n * ONE + 1n, 10n ** 10n * ONE)).toBe(true);
  });

  it('judges no possible token id as unlimited below all of 128 bits', () => {
    const number = { token: toAddress(0x1dn), unsure: true } as const;
    expect(isUnlimited({ ...number, amount: `${2n ** 128n - 2n}` })).toBe(false);
    expect(isUnlimited({ ...number, amount: `${2n ** 128n - 1n}` })).toBe(true);
  });
});
