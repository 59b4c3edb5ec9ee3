import { type ChainId, chainIds, parseNumber } from '../../schema/primitives';
import { toAddress, toHex } from '../felt';

export type Token = {
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
};

/** Tokens at the same address on Mainnet and Sepolia (starknet-io/starknet-addresses). */
export const knownTokens = {
  ETH: {
    address: '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7',
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
  },
  STRK: {
    address: '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
    symbol: 'STRK',
    name: 'Starknet Token',
    decimals: 18,
  },
} as const satisfies Record<string, Token>;

/**
 * Tokens only of Mainnet; on Sepolia, anything may be at their addresses. The first two are of the
 * list above; the others are those that people hold, by EkuboProtocol/default-tokens and AVNU's list
 * of tokens, which agree on addresses and decimals. Two versions of one token have names that tell
 * them apart, although their contracts say the same of themselves.
 */
export const mainnetTokens = {
  /** The one that StarkGate bridges; Circle's own is `circleUsdc`. */
  USDCe: {
    address: '0x053c91253bc9682c04929ca02ed00b3e423f6710d2ee7e0d5ebb06f3ecf368a8',
    symbol: 'USDC.e',
    name: 'Bridged USDC',
    decimals: 6,
  },
  USDT: {
    address: '0x068f5c6a61780768455de69077e07e89787839bf8166decfbf92b645209c0fb8',
    symbol: 'USDT',
    name: 'Tether USD',
    decimals: 6,
  },
  WBTC: {
    address: '0x03fe2b97c1fd336e750087d68b9b867997fd64a2661ff3ca5a7c771641e8e7ac',
    symbol: 'WBTC',
    name: 'Wrapped BTC',
    decimals: 8,
  },
  strkBTC: {
    address: '0x0787150e306e6eae6e3f79dea881770e8bbff2c1b8eb490f969669ee945b3135',
    symbol: 'strkBTC',
    name: 'strkBTC',
    decimals: 8,
  },
  tBTC: {
    address: '0x04daa17763b286d1e59b97c283c0b8c949994c361e426a28f743c67bdfe9a32f',
    symbol: 'tBTC',
    name: 'Threshold tBTC',
    decimals: 18,
  },
  LBTC: {
    address: '0x036834a40984312f7f7de8d31e3f6305b325389eaeea5b1c0664b2fb936461a4',
    symbol: 'LBTC',
    name: 'Lombard Staked Bitcoin',
    decimals: 8,
  },
  SolvBTC: {
    address: '0x0593e034dda23eea82d2ba9a30960ed42cf4a01502cc2351dc9b9881f9931a68',
    symbol: 'SolvBTC',
    name: 'Solv BTC',
    decimals: 18,
  },
  xSTRK: {
    address: '0x028d709c875c0ceac3dce7065bec5328186dc89fe254527084d1689910954b0a',
    symbol: 'xSTRK',
    name: 'Endur xSTRK',
    decimals: 18,
  },
  wstETH: {
    address: '0x0057912720381af14b0e5c87aa4718ed5e527eab60b3801ebf702ab09139e38b',
    symbol: 'wstETH',
    name: 'Wrapped Staked Ether',
    decimals: 18,
  },
  /** The one that StarkGate bridged first; its contract also says wstETH. */
  wstETHv0: {
    address: '0x042b8f0484674ca266ac5d08e4ac6a3fe65bd3129795def2dca5c34ecc5f96d2',
    symbol: 'wstETH (legacy)',
    name: 'Wrapped liquid staked Ether 2.0',
    decimals: 18,
  },
  DAI: {
    address: '0x05574eb6b8789a91466f902c380d978e472db68170ff82a5b650b95a58ddf4ad',
    symbol: 'DAI',
    name: 'Dai Stablecoin',
    decimals: 18,
  },
  /** The first bridge's, whose deposits are closed; its contract also says DAI. */
  DAIv0: {
    address: '0x00da114221cb83fa859dbdb4c44beeaa0bb37c7537ad5ae66fe5e0efd20e6eb3',
    symbol: 'DAIv0',
    name: 'Dai Stablecoin (version 0)',
    decimals: 18,
  },
  EKUBO: {
    address: '0x075afe6402ad5a5c20dd25e10ec3b3986acaa647b77e4ae24b0cbc9a54a27a87',
    symbol: 'EKUBO',
    name: 'Ekubo Protocol',
    decimals: 18,
  },
  LORDS: {
    address: '0x0124aeb495b947201f5fac96fd1138e326ad86195b98df6dec9009158a533b49',
    symbol: 'LORDS',
    name: 'Lords',
    decimals: 18,
  },
} as const satisfies Record<string, Token>;

const usdc = { symbol: 'USDC', name: 'USD Coin', decimals: 6 } as const;
/** Circle's own, with an address per network (circle.com, "USDC contract addresses"). */
export const circleUsdc = {
  [chainIds.mainnet]: {
    address: '0x033068f6539f8e6e6b131e6b2b814e6c34a5224bc66947c47dab9dfee93b35fb',
    ...usdc,
  },
  [chainIds.sepolia]: {
    address: '0x0512feac6339ff7889822cb5aa2a86c848e9d392bb0e3e237c008674feed8343',
    ...usdc,
  },
} as const satisfies Record<ChainId, Token>;

/** The well-known tokens of a network, with addresses in 64 digits. */
export const listTokens = (chainId: ChainId): readonly Token[] => [
  ...Object.values(knownTokens),
  circleUsdc[chainId],
  ...(chainId === chainIds.mainnet ? Object.values(mainnetTokens) : []),
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

/** The pair of a pool, such as ETH/USDC: no reader takes it for one of both. */
const PAIR = /^([A-Za-z.]+)[/-]([A-Za-z.]+)(?:[ -]?LP)?$/u;

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

const everySymbol = [
  ...Object.values(knownTokens),
  ...Object.values(mainnetTokens),
  ...Object.values(circleUsdc),
].map(({ symbol }) => symbol);
const isSymbol = (text: string): boolean => everySymbol.some((symbol) => symbol === text);
