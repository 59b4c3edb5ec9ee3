import type { ListedToken } from '../../networks/network';
import { networkDefinitions, networkIds } from '../../networks/networks';
import type { Call } from '../../schema/call';
import { type ChainId, parseNumber, sameFelt } from '../../schema/primitives';
import { toAddress, toHex } from '../felt';
import { skeleton } from '../skeleton';

export type Token = ListedToken;

/** Tokens at the same address on Mainnet and Sepolia (starknet-io/starknet-addresses). */
export const knownTokens = {
  ETH: {
    address: '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7',
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
    pair: 'ETH/USD',
  },
  STRK: {
    address: '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
    symbol: 'STRK',
    name: 'Starknet Token',
    decimals: 18,
    pair: 'STRK/USD',
  },
} as const satisfies Record<string, Token>;

/** True for STRK, which fees are paid in. */
export const isFeeToken = (token: string): boolean => sameFelt(token, knownTokens.STRK.address);

/** The well-known tokens of a network, with addresses in 64 digits. */
export const listTokens = (chainId: ChainId): readonly Token[] => [
  ...Object.values(knownTokens),
  ...Object.values(networkDefinitions[chainId].tokens),
];

/** How many of them a search over many addresses asks about: the first ones are held most. */
const MOST_HELD = 6;
export const mostHeldTokens = (chainId: ChainId): readonly Token[] =>
  listTokens(chainId).slice(0, MOST_HELD);

/** A listed token of that network; on other networks, its address may hold anything. */
export const knownToken = (address: string, chainId: ChainId): Token | undefined =>
  listTokens(chainId).find((token) => token.address === toAddress(address));

const LIMB = 2n ** 128n;

/** A u256 as calldata: the low 128 bits, then the high ones. */
export const uint256Felts = (amount: bigint): [low: string, high: string] => [
  toHex(amount % LIMB),
  toHex(amount / LIMB),
];

/** The call of a token that sends an amount of it, in the smallest unit. */
export const createTransfer = (token: string, to: string, amount: bigint): Call => ({
  contractAddress: token,
  entrypoint: 'transfer',
  calldata: [toHex(BigInt(to)), ...uint256Felts(amount)],
});

/**
 * A u256 from its two limbs, low first. Undefined unless there are exactly two numbers below 2^128:
 * a larger limb is not a u256, whatever its low bits are.
 */
export function parseUint256(felts: readonly string[]): bigint | undefined {
  const [low, high] = felts.map(parseNumber);
  if (felts.length !== 2 || low === undefined || high === undefined) return undefined;
  if (low < LIMB && high < LIMB) return low + high * LIMB;
  return undefined;
}

/** Leading digits would be read as part of the amount before the name: 1 “000 USDC”. */
const withoutDigits = (name: string): string => name.replace(/^[\p{N}\p{P}\p{Z}]+/u, '');

/** True for names that a person may confuse, including equal ones. */
export const looksAlike = (a: string, b: string): boolean =>
  skeleton(a) === skeleton(b) || skeleton(withoutDigits(a)) === skeleton(withoutDigits(b));

/**
 * The pair of a pool, such as ETH/USDC: no reader takes it for one of both. Each member is a symbol
 * exactly as a network lists it, such as "wstETH (legacy)"; whatever else is there is no pair.
 */
const PAIR = /^([^/-]+)[/-]([^/-]+?)(?:[ -]LP)?$/u;

/** Words that a symbol may carry without being another token's: "bridgedUSDC", "STRKToken", "USDCe". */
const WORD_BEFORE = /^(?:wrapped|bridged|official|native|real|the|my|starknet(?=.))/iu;
const WORD_BEHIND = /(?:token|coin|erc20|stablecoin|official|native|[es]|[._-]?v?\p{N}+)$/iu;

/** A text, and what is left of it without such a word, and without the next one. */
const formsWithout = (word: RegExp, text: string): string[] => {
  const remainder = text.replace(word, '').trim();
  if (remainder === '' || remainder === text) return [text];
  return [text, ...formsWithout(word, remainder)];
};

/** A symbol with and without plain words before and behind it, with and without what it wraps. */
const formsOf = (run: string): string[] =>
  formsWithout(WORD_BEHIND, run).flatMap((form) => formsWithout(WORD_BEFORE, form));

/**
 * True for symbols that a person may take for a known one: those that look like it, have it as one
 * of their words ("5 million STRK", "USDC (Circle)"), or as what they wrap ("wUSDC"), with or without
 * a version or a plain word ("USDC2", "USDCe", "STRKToken"), and those that look like a name of its
 * token ("USDCOIN", "Ethereum").
 */
export function imitates(symbol: string, listedSymbol: string): boolean {
  if (looksAlike(symbol, listedSymbol)) return true;
  const [, a, b] = PAIR.exec(symbol) ?? [];
  if (a !== undefined && b !== undefined && isSymbol(a) && isSymbol(b) && !looksAlike(a, b))
    return false;
  const forms = new Set(
    [listedSymbol, `w${listedSymbol}`, ...(listedNames.get(listedSymbol) ?? [])].map(skeleton),
  );
  const isOne = (run: string) =>
    looksAlike(run, listedSymbol) || formsOf(run).some((one) => forms.has(skeleton(one)));
  return separators.some((separator) => runsOf(symbol.split(separator)).some(isOne));
}

/** Signs of currencies are letters in "U$DC" and none in "$USDC". */
const separators = [/[^\p{L}\p{M}\p{N}]+/u, /[^\p{L}\p{M}\p{N}$€₮|]+/u];

/** All sequences of neighbouring words. */
const runsOf = (words: readonly string[]): string[] =>
  words.flatMap((_, from) =>
    words.slice(from).map((_, extent) => words.slice(from, from + extent + 1).join(' ')),
  );

/** The names of every network's listed tokens, by symbol; people call the first ones by another, too. */
const listedNames = new Map<string, string[]>([
  ['ETH', ['Ethereum']],
  ['STRK', ['Starknet']],
]);
for (const { symbol, name } of networkIds.flatMap(listTokens))
  listedNames.set(symbol, [...(listedNames.get(symbol) ?? []), name]);
const isSymbol = (text: string): boolean => listedNames.has(text);
