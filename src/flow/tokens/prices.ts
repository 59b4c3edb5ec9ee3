import type { Clients, State } from '../../module';
import { type ChainId, unixSeconds } from '../../schema/primitives';
import { knownTokens, type Token } from '../../starknet/tokens/erc20';
import { MEDIAN, medianCalldata, oracles, parseMedian } from '../../starknet/tokens/oracle';
import type { FeeFacts, Label } from '../../ui/review/facts';
import { say } from '../../ui/text/words';
import { view } from '../chain/batchTogether';

/** Parts of a dollar, so that amounts of any size are multiplied exactly. */
export const DOLLAR_DECIMALS = 12;
const PARTS = 10n ** BigInt(DOLLAR_DECIMALS);
/** A price of dollars in such parts. */
export const dollarParts = (usd: number): bigint => BigInt(Math.round(usd * Number(PARTS)));
const dollars = (amount: string) => ({ amount, symbol: 'USD', isExact: true });
/** Formats an amount: two decimals, or the first two that are not zero. */
function inDollars(parts: bigint): Label {
  const [whole, fraction] = [parts / PARTS, String(parts % PARTS).padStart(DOLLAR_DECIMALS, '0')];
  if (parts > 0n && parts < PARTS / 10_000n)
    return say('fees.lessThan', { amount: dollars('0.0001') });
  const leading = whole > 0n || parts === 0n ? 0 : (/^0*/u.exec(fraction)?.[0].length ?? 0);
  return dollars(`${whole}.${fraction.slice(0, leading + 2)}`);
}

export type Priced = Pick<Token, 'address' | 'decimals'>;

/** The value of an amount in the smallest unit, at a dollar price for one whole token. */
export const worth = (amount: bigint, decimals: number, usd: number): Label =>
  worthOfAll([{ amount, decimals, usd }]);

/** The same of several amounts together. */
export function worthOfAll(
  holdings: readonly { readonly amount: bigint; readonly decimals: number; readonly usd: number }[],
): Label {
  const parts = holdings.reduce(
    (sum, { amount, decimals, usd }) => sum + (amount * dollarParts(usd)) / 10n ** BigInt(decimals),
    0n,
  );
  return inDollars(parts === 0n && holdings.some(({ amount }) => amount > 0n) ? 1n : parts);
}

/** The price of a whole token, if the user has turned on a source and it returns one. */
export const fetchDollars = async (module: State & Clients, chainId: ChainId, token: Priced) => {
  if ((await module.settings.prices.chosen()) === 'off') return undefined;
  return module.priceFeed.dollars(chainId, token.address);
};

/** How far apart two sources of a price may be, times. */
const APART = 1.5;

/**
 * The same price, and whether the oracle on the chain bears it out: `none` if that knows no price.
 * One HTTP request at most to each; never an error.
 */
export async function fetchCheckedDollars(
  module: State & Clients,
  chainId: ChainId,
  token: Priced,
): Promise<{ usd: number; check: 'same' | 'apart' | 'none' } | undefined> {
  const usd = await fetchDollars(module, chainId, token);
  if (usd === undefined || dollarParts(usd) === 0n) return undefined;
  const [onChain] = await chainDollars(module, chainId, [token]);
  if (onChain === undefined) return { usd, check: 'none' };
  const isSame = usd <= onChain * APART && onChain <= usd * APART;
  return { usd, check: isSame ? 'same' : 'apart' };
}

/** Dollar prices of two whole tokens, by a source that neither of them depends on. */
export type Prices = {
  readonly by: 'prices' | 'chain';
  readonly usd: number;
  readonly strkUsd: number;
};

/**
 * What a token and STRK are worth: by the source that the user has turned on, else by an oracle on
 * the chain, which no third party is asked for. Undefined if neither knows both, as on a chain
 * without an oracle; never an error. One HTTP request at most to each.
 */
export async function fetchPrices(
  module: State & Clients,
  chainId: ChainId,
  token: Priced,
): Promise<Prices | undefined> {
  const { STRK } = knownTokens;
  const [usd, strkUsd] = await Promise.all(
    [token, STRK].map((address) => fetchDollars(module, chainId, address)),
  );
  if (usd !== undefined && strkUsd !== undefined) return { by: 'prices', usd, strkUsd };
  const [onChain, strkOnChain] = await chainDollars(module, chainId, [token, STRK]);
  if (onChain === undefined || strkOnChain === undefined) return undefined;
  return { by: 'chain', usd: onChain, strkUsd: strkOnChain };
}

/** A late price is none: the dialog then says so. */
const WITHIN_MS = 1_500;

/** Dollar prices of whole tokens by the oracle on the chain; all undefined if one is not listed. */
async function chainDollars(
  module: State & Clients,
  chainId: ChainId,
  tokens: readonly Priced[],
): Promise<(number | undefined)[]> {
  const tokensWithPrice = tokens.flatMap(({ address }) => {
    const calldata = medianCalldata(address, chainId);
    if (calldata) return [view(oracles[chainId], MEDIAN, calldata)];
    return [];
  });
  if (tokensWithPrice.length < tokens.length) return [];
  const node = await module.node(chainId);
  const answers = await node.batch(tokensWithPrice, { deadlineMs: WITHIN_MS });
  return answers.map((answer) =>
    answer.ok ? parseMedian(answer.value, unixSeconds(module)) : undefined,
  );
}

/**
 * An amount of STRK (FRI) in a currency, such as `0.12 USD`. Undefined if the user has turned on no
 * price source or it returns none; never an error. One HTTP request at most, and none within
 * minutes.
 */
export async function fetchMoney(
  module: State & Clients,
  chainId: ChainId,
  fri: bigint,
): Promise<Label | undefined> {
  const usd = await fetchDollars(module, chainId, knownTokens.STRK);
  if (usd === undefined) return undefined;
  return worth(fri, knownTokens.STRK.decimals, usd);
}

/** A fee in the token's smallest unit, decimal, in a currency, as FeeFacts take it; see fetchMoney. */
export async function feeInMoney(
  module: State & Clients,
  chainId: ChainId,
  { expected, maximum }: { readonly expected: string | null; readonly maximum: string },
  token: Priced = knownTokens.STRK,
): Promise<FeeFacts['money']> {
  const usd = await fetchDollars(module, chainId, token);
  if (usd === undefined) return undefined;
  const inMoney = (amount: string) => worth(BigInt(amount), token.decimals, usd);
  return { expected: expected === null ? null : inMoney(expected), maximum: inMoney(maximum) };
}
