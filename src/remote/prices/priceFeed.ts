import type { Http } from '@xnet/clients/transport/http';
import type { ChainId } from '../../schema/primitives';
import { priceInDollars } from './avnu';

/** Prices of whole tokens in US dollars, kept in memory. */
export type PriceFeed = {
  /** Undefined where no price is known that is young enough. Never rejects. */
  dollars(chainId: ChainId, token: string): Promise<number | undefined>;
};

/** A price is asked for anew after so long; where that fails, it is told until it is too old. */
const PRICE_FRESH_MS = 300_000;
const OLD_MS = 3_600_000;
/** After a failure nothing is asked for so long. */
const REST_MS = 60_000;

type Known = { usd: number | undefined; at: number; askAgainAt: number };

export function createPriceFeed(options: {
  readonly http: Http;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly url?: string | undefined;
}): PriceFeed {
  const { http, now, url } = options;
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<void>>();

  async function ask(name: string, chainId: ChainId, token: string): Promise<void> {
    try {
      const usd = await priceInDollars(http, { chainId, token, ...(url !== undefined && { url }) });
      known.set(name, { usd, at: now(), askAgainAt: now() + PRICE_FRESH_MS });
    } catch {
      // A price is a kindness: whatever is wrong with its source, there is none then.
      const before = known.get(name) ?? { usd: undefined, at: 0 };
      known.set(name, { ...before, askAgainAt: now() + REST_MS });
    } finally {
      asking.delete(name);
    }
  }

  return {
    async dollars(chainId, token) {
      const name = `${chainId}.${BigInt(token)}`;
      if (now() >= (known.get(name)?.askAgainAt ?? 0)) {
        const task = asking.get(name) ?? ask(name, chainId, token);
        asking.set(name, task);
        await task;
      }
      const price = known.get(name);
      return price && now() - price.at <= OLD_MS ? price.usd : undefined;
    },
  };
}
