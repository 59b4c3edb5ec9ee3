import type { ListedToken } from '../../networks/network';
import { networkDefinitions, networkIds } from '../../networks/networks';
import { type ChainId, parseNumber, sameFelt } from '../../schema/primitives';
import { toAddress, toHex } from '../felt';

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

/**
 * A u256 from its two limbs, low first. Undefined unless there are exactly two numbers below 2^128:
 * a larger limb is not a u256, whatever its low bits are.
 */
export function parseUint256(felts: readonly string[]): bigint | undefined {
  const [low, high] = felts.map(parseNumber);
  if (felts.length !== 2 || low === undefined || high === undefined) return undefined;
  return low < LIMB && high < LIMB ? low + high * LIMB : undefined;
}

/**
 * Letters, each with characters that look like it (a subset of the confusables of Unicode Technical
 * Standard 39 for names of tokens). Capitals come first: many look unlike their own small letters.
 */
const lookAlikes = [
  ...Object.entries({
    a: 'ΑА',
    b: 'ΒВ',
    c: 'СϹ',
    d: 'Ԁ',
    e: 'ΕЕ',
    g: 'Ԍ',
    h: 'ΗНҺ',
    j: 'ЈͿ',
    k: 'ΚК',
    l: 'ΙІӀ',
    m: 'ΜМϺ',
    n: 'Ν',
    o: 'ΟОՕ',
    p: 'ΡР',
    q: 'Ԛ',
    s: 'ЅՏ',
    t: 'ΤТ',
    u: 'Ս',
    v: 'Ѵ',
    w: 'Ԝ',
    x: 'ΧХ',
    y: 'ΥУҮ',
    z: 'Ζ',
  }),
  ...Object.entries({
    a: '4аα',
    b: '8вβ',
    c: 'сϲ',
    d: 'ԁ',
    e: '3еε€',
    g: 'ԍց',
    h: 'нһ',
    j: 'јϳ',
    k: 'кκ',
    l: '1i|іιӏı',
    m: 'мϻ',
    n: 'ηո',
    o: '0оοσօ',
    p: 'рρ',
    q: 'ԛ',
    s: '5$ѕ',
    t: '7тτ₮',
    u: 'μυս',
    v: 'νѵ',
    w: 'ԝω',
    x: 'хχ',
    y: 'уү',
  }),
];
const letters = new Map(
  lookAlikes.flatMap(([letter, others]) => Array.from(others, (one) => [one, letter] as const)),
);

/** Visual form of a name: case, marks, spaces and look-alike characters are folded. */
const skeleton = (name: string): string =>
  Array.from(name)
    // Before compatibility forms, which lead some look-alikes to another letter.
    .flatMap((one) => letters.get(one) ?? Array.from(one.normalize('NFKD')))
    .map((one) => letters.get(one) ?? letters.get(one.toLowerCase()) ?? one.toLowerCase())
    .join('')
    .replace(/rn/gu, 'm')
    .replace(/vv/gu, 'w')
    .replace(/[^\p{L}\p{N}]/gu, '');

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

/**
 * True for symbols that a person may take for a known one: those that look like it, have it as one
 * of their words ("5 million STRK", "USDC (Circle)"), or as what they wrap ("wUSDC").
 */
export function imitates(symbol: string, known: string): boolean {
  if (looksAlike(symbol, known)) return true;
  const [, a, b] = PAIR.exec(symbol) ?? [];
  if (a !== undefined && b !== undefined && isSymbol(a) && isSymbol(b) && !looksAlike(a, b))
    return false;
  const form = skeleton(known);
  const isOne = (run: string) => looksAlike(run, known) || skeleton(run) === `w${form}`;
  return separators.some((separator) => runsOf(symbol.split(separator)).some(isOne));
}

/** Signs of currencies are letters in "U$DC" and none in "$USDC". */
const separators = [/[^\p{L}\p{M}\p{N}]+/u, /[^\p{L}\p{M}\p{N}$€₮|]+/u];

/** All sequences of neighbouring words. */
const runsOf = (words: readonly string[]): string[] =>
  words.flatMap((_, from) =>
    words.slice(from).map((_, more) => words.slice(from, from + more + 1).join(' ')),
  );

/** The symbols of every network's listed tokens. */
const listedSymbols = new Set(networkIds.flatMap(listTokens).map(({ symbol }) => symbol));
const isSymbol = (text: string): boolean => listedSymbols.has(text);
