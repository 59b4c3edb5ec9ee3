import type { IpfsCall } from '../../clients/ipfs/ipfsCall';
import { readOneBlock } from '../../clients/ipfs/oneBlock';
import type { Clock } from '../../clients/transport/policy';
import type { Balances } from '../../ui/home/accounts';
import { rasterUrl } from './raster';

const MAX_BYTES = 64 * 2 ** 10;
/** One that was not to be had is not asked for again for so long. */
const AGAIN_MS = 10 * 60_000;
/** A drawing of the page waits no longer. */
const PATIENCE_MS = 8_000;
/** At a time. */
const MAX_ASKED = 16;
/** The wallet takes pages of 10 MB; a picture counts once for each place where it is drawn. */
const MAX_DRAWN = 2 ** 20;

export type Logos = ReturnType<typeof logosOf>;

/** Logos of tokens by their links, from the IPFS of the user; kept while the module runs. */
export function logosOf({
  ipfs,
  now,
  setTimer,
}: {
  ipfs: () => Promise<{ readonly call: IpfsCall } | undefined>;
} & Pick<Clock, 'now' | 'setTimer'>) {
  const seen = new Map<string, { at: number; url?: string }>();
  const isDue = (link: string) => {
    const known = seen.get(link);
    return !known || (known.url === undefined && now() - known.at >= AGAIN_MS);
  };

  async function ask(links: readonly string[]): Promise<void> {
    const { call } = (await ipfs()) ?? {};
    if (!call) return;
    const due = [...new Set(links)].filter(isDue).slice(0, MAX_ASKED);
    const tries = due.map(async (link) => {
      // Told as not to be had from the start, so that nobody asks beside this one.
      seen.set(link, { at: now() });
      const url = rasterUrl(await readOneBlock(call, link, MAX_BYTES));
      if (url !== undefined) seen.set(link, { at: now(), url });
    });
    await Promise.allSettled(tries);
  }

  return {
    /** Asks for those that are not known, for some seconds at most; true where one of them came. */
    async read(links: readonly string[]): Promise<boolean> {
      const known = () => [...seen.values()].filter(({ url }) => url).length;
      const before = known();
      let cancel = () => {};
      const tooLate = new Promise<void>((resolve) => {
        cancel = setTimer(resolve, PATIENCE_MS);
      });
      await Promise.race([ask(links), tooLate]).finally(cancel);
      return known() > before;
    },

    /** Balances with the logos that are known, in order, as far as a page has room for them. */
    beside(balances: Balances): Balances {
      if (balances.state !== 'known') return balances;
      let room = MAX_DRAWN;
      const drawn = Object.entries(balances.of).map(([address, own]) => [
        address,
        own.map((balance) => {
          const picture = balance.logo && seen.get(balance.logo)?.url;
          if (!picture || picture.length > room) return balance;
          room -= picture.length;
          return { ...balance, picture };
        }),
      ]);
      return { ...balances, of: Object.fromEntries(drawn) };
    },
  };
}
