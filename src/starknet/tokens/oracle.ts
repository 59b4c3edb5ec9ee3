import { byNetwork } from '../../networks/networks';
import { type ChainId, parseNumber } from '../../schema/primitives';
import { shortString } from '../felt';
import { knownToken } from './erc20';

/** The contract of the Pragma oracle on each network. */
export const oracles = byNetwork(({ oracle }) => oracle);

export const MEDIAN = 'get_data_median';

const SPOT = '0x0';

/** Calldata of `get_data_median` for a listed token; undefined for any other token. */
export function medianCalldata(address: string, chainId: ChainId): string[] | undefined {
  const pair = knownToken(address, chainId)?.pair;
  if (pair) return [SPOT, shortString(pair)];
  return undefined;
}

/** With fewer publishers, one of them could set the median. */
const LEAST_SOURCES = 3n;
/** Publishers report every ten minutes. The contract tells the last price of a dead feed for ever. */
const OLDEST_S = 3_600n;
/** Publishers' clocks may be ahead. */
const AHEAD_S = 420n;
const MOST_DECIMALS = 18n;
/** More than a whole listed token can be worth. */
const MOST_USD = 10_000_000;

/**
 * The price of a whole token in dollars, from the oracle's answer: price, decimals, time of the
 * newest report, number of sources, and an expiry that is none for spot prices. Undefined if it is
 * of another form, too old, or of too few sources.
 * @param now Unix seconds
 */
export function parseMedian(felts: readonly string[], now: number): number | undefined {
  const [price, decimals, updated, sources] = felts.map(parseNumber);
  if (price === undefined || decimals === undefined) return undefined;
  if (updated === undefined || sources === undefined) return undefined;
  const age = BigInt(now) - updated;
  const isCurrent = age <= OLDEST_S && age >= -AHEAD_S;
  const isWhole = felts.length === 5 || felts.length === 6;
  if (!isWhole || !isCurrent || sources < LEAST_SOURCES || decimals > MOST_DECIMALS)
    return undefined;
  const usd = Number(price) / 10 ** Number(decimals);
  if (usd > 0 && usd <= MOST_USD) return usd;
  return undefined;
}
