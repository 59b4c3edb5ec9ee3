import type { Module } from '../../module';
import type { ChainId } from '../../schema/primitives';
import { knownTokens, type Token } from '../../starknet/tokens/erc20';
import { dollarsOf } from '../tokens/prices';

/** What a fee in a token comes to in STRK; amounts in FRI, decimal. */
export type InStrk = {
  readonly amount: string;
  /** Of one whole token. */
  readonly rate: string;
  /** Who told the rate: the source that the user has turned on, or the paymaster itself. */
  readonly by: 'prices' | 'paymaster';
};

type Priced = Pick<Token, 'address' | 'decimals'>;

/** Dollars in so many parts, so that the quotient of two prices is exact enough. */
const PARTS = 1e12;
const ONE_STRK = 10n ** 18n;

/**
 * A fee in the smallest unit of its token by a price that is not the paymaster's own, so that it
 * cannot take more than it says; by its own where the user has turned on no other.
 * @param told FRI for one whole token, as the paymaster has it
 */
export async function inStrk(
  module: Module,
  chainId: ChainId,
  token: Priced,
  { fee, told }: { readonly fee: bigint; readonly told: bigint },
): Promise<InStrk> {
  const [usd, strkUsd] = await Promise.all([
    dollarsOf(module, chainId, token),
    dollarsOf(module, chainId, knownTokens.STRK),
  ]);
  const isPriced = usd !== undefined && strkUsd !== undefined;
  const parts = (price: number) => BigInt(Math.round(price * PARTS));
  const rate = isPriced ? (parts(usd) * ONE_STRK) / parts(strkUsd) : told;
  const whole = 10n ** BigInt(token.decimals);
  return {
    amount: String((fee * rate + whole - 1n) / whole),
    rate: String(rate),
    by: isPriced ? 'prices' : 'paymaster',
  };
}
