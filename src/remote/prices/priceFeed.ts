import { array, type Infer, nullable, number, optional, type } from '@metamask/superstruct';
import { parse } from '@xnet/clients/schema/field';
import type { Http } from '@xnet/clients/transport/http';
import { byNetwork } from '../../networks/networks';
import { type ChainId, ContractAddress } from '../../schema/primitives';

/** Prices of whole tokens in US dollars, cached in memory. */
export type PriceFeed = {
  /** Undefined if no recent price is known. Never rejects. */
  dollars(chainId: ChainId, token: string): Promise<number | undefined>;
};

/** Age from which a price is fetched again; if that fails, it is used until it is too old. */
const PRICE_FRESH_MS = 300_000;
const OLD_MS = 3_600_000;
/** Pause between requests after a failure. */
const REST_MS = 60_000;

type Known = { usd: number | undefined; readAt: number; askAgainAt: number };

export function createPriceFeed(options: {
  readonly http: Http;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly url?: string | undefined;
}): PriceFeed {
  const { http, now, url } = options;
  const prices = new Map<string, Known>();
  const asking = new Map<string, Promise<void>>();

  async function ask(name: string, chainId: ChainId, token: string): Promise<void> {
    try {
      const usd = await priceInDollars(http, { chainId, token, ...(url !== undefined && { url }) });
      prices.set(name, { usd, readAt: now(), askAgainAt: now() + PRICE_FRESH_MS });
    } catch {
      // Prices are optional: any failure of their source means no price.
      const lastPrice = prices.get(name) ?? { usd: undefined, readAt: 0 };
      prices.set(name, { ...lastPrice, askAgainAt: now() + REST_MS });
    } finally {
      asking.delete(name);
    }
  }

  return {
    async dollars(chainId, token) {
      const name = `${chainId}.${BigInt(token)}`;
      if (now() >= (prices.get(name)?.askAgainAt ?? 0)) {
        const task = asking.get(name) ?? ask(name, chainId, token);
        asking.set(name, task);
        await task;
      }
      const price = prices.get(name);
      if (price && now() - price.readAt <= OLD_MS) return price.usd;
      return undefined;
    },
  };
}

export const avnuUrls = byNetwork(({ prices }) => prices);

const Market = optional(nullable(type({ usd: nullable(number()) })));
const PriceEntry = type({ address: ContractAddress, globalMarket: Market, starknetMarket: Market });

/** Deadline, since a missing price does no harm. */
const PRICES_DEADLINE_MS = 1_500;
const PRICES_REPLY_BYTES = 64 * 2 ** 10;
/** If two markets differ by more than this factor, no price is known. */
const FARTHEST_APART = 2;
/** US dollars for one whole token; prices outside of these bounds are rejected. */
const LOWEST_PRICE = 1e-9;
const HIGHEST_PRICE = 1e7;

/**
 * The price of one whole token in US dollars; undefined if unknown or impossible. One HTTP request,
 * made once.
 * @param url replaces the public address
 * @throws what `Http.post` throws, and nodeFault for a malformed response
 */
async function priceInDollars(
  http: Http,
  { chainId, token, url = avnuUrls[chainId] }: { chainId: ChainId; token: string; url?: string },
): Promise<number | undefined> {
  const answer = await http.post(
    { url: `${url}/v3/tokens/prices` },
    JSON.stringify({ tokens: [token] }),
    { deadlineMs: PRICES_DEADLINE_MS, idempotent: false, maxBytes: PRICES_REPLY_BYTES },
  );
  const entries = parse(answer, array(PriceEntry), 'nodeFault');
  const entry = entries.find(({ address }) => BigInt(address) === BigInt(token));
  return entry && agreed(entry);
}

function agreed({ globalMarket, starknetMarket }: Infer<typeof PriceEntry>): number | undefined {
  const quotes = [globalMarket?.usd, starknetMarket?.usd].filter((usd) => usd != null);
  const [first] = quotes;
  const isPrice = (usd: number) =>
    Number.isFinite(usd) && usd >= LOWEST_PRICE && usd <= HIGHEST_PRICE;
  if (first === undefined || !quotes.every(isPrice)) return undefined;
  if (Math.max(...quotes) <= FARTHEST_APART * Math.min(...quotes)) return first;
  return undefined;
}
