import type { Clients, State } from '../../module';
import type { ChainId } from '../../schema/primitives';
import { knownTokens, type Token } from '../../starknet/tokens/erc20';
import type { FeeFacts, Label } from '../../ui/review/facts';
import { say } from '../../ui/text/words';

/** Parts of a dollar, so that amounts of any size are multiplied exactly. */
const PARTS = 10n ** 12n;
const dollars = (amount: string) => ({ amount, symbol: 'USD', isExact: true });
/** Formats an amount: two decimals, or the first two that are not zero. */
function inDollars(parts: bigint): Label {
  const [whole, fraction] = [parts / PARTS, String(parts % PARTS).padStart(12, '0')];
  if (parts > 0n && parts < PARTS / 10_000n)
    return say('fees.lessThan', { amount: dollars('0.0001') });
  const leading = whole > 0n || parts === 0n ? 0 : (/^0*/u.exec(fraction)?.[0].length ?? 0);
  return dollars(`${whole}.${fraction.slice(0, leading + 2)}`);
}

export type Priced = Pick<Token, 'address' | 'decimals'>;

/** The value of an amount in the smallest unit, at a dollar price for one whole token. */
export function worth(amount: bigint, decimals: number, usd: number): Label {
  const parts = (amount * BigInt(Math.round(usd * Number(PARTS)))) / 10n ** BigInt(decimals);
  return inDollars(parts === 0n && amount > 0n ? 1n : parts);
}

/** The price of a whole token, if the user has turned on a source and it returns one. */
export const dollarsOf = async (module: State & Clients, chainId: ChainId, token: Priced) =>
  (await module.settings.prices.chosen()) === 'off'
    ? undefined
    : module.priceFeed.dollars(chainId, token.address);

/**
 * An amount of STRK (FRI) in a currency, such as `0.12 USD`. Undefined if the user has turned on no
 * price source or it returns none; never an error. One HTTP request at most, and none within
 * minutes.
 */
export async function moneyOf(
  module: State & Clients,
  chainId: ChainId,
  fri: bigint,
): Promise<Label | undefined> {
  const usd = await dollarsOf(module, chainId, knownTokens.STRK);
  return usd === undefined ? undefined : worth(fri, knownTokens.STRK.decimals, usd);
}

/** A fee in the token's smallest unit, decimal, in a currency, as FeeFacts take it; see moneyOf. */
export async function feeInMoney(
  module: State & Clients,
  chainId: ChainId,
  { expected, maximum }: { readonly expected: string | null; readonly maximum: string },
  token: Priced = knownTokens.STRK,
): Promise<FeeFacts['money']> {
  const usd = await dollarsOf(module, chainId, token);
  if (usd === undefined) return undefined;
  const inMoney = (amount: string) => worth(BigInt(amount), token.decimals, usd);
  return { expected: expected === null ? null : inMoney(expected), maximum: inMoney(maximum) };
}
