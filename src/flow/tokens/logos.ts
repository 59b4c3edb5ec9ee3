import type { IpfsCall } from '@xnet/clients/ipfs/ipfsCall';
import { readOneBlock } from '@xnet/clients/ipfs/oneBlock';
import { type Clock, withTimeout } from '@xnet/clients/transport/policy';
import { byteText } from '../../schema/bytes';
import type { Balances } from '../../ui/home/balances';

const LOGO_BYTES = 64 * 2 ** 10;
/** Time before a logo that failed to load is fetched again. */
const AGAIN_MS = 10 * 60_000;
/** Deadline of a drawing of the page. */
const LOGO_PATIENCE_MS = 8_000;
/** Maximum at a time. */
const MAX_ASKED = 16;
/** The wallet accepts pages of 10 MB; a picture counts once per place where it is drawn. */
const MAX_DRAWN = 2 ** 20;

export type Logos = ReturnType<typeof createLogos>;

/**
 * Logos of tokens by their links; cached while the module runs. A logo is one block, since a hash
 * verifies it as a whole, and comes from the user's own IPFS service: no other host learns of it.
 */
export function createLogos({
  ipfs,
  now,
  setTimer,
}: {
  ipfs: () => Promise<{ readonly call: IpfsCall } | undefined>;
} & Pick<Clock, 'now' | 'setTimer'>) {
  const cache = new Map<string, { fetchedAt: number; url?: string }>();
  const isDue = (link: string) => {
    const cached = cache.get(link);
    return !cached || (cached.url === undefined && now() - cached.fetchedAt >= AGAIN_MS);
  };

  async function ask(links: readonly string[]): Promise<void> {
    const { call } = (await ipfs()) ?? {};
    if (!call) return;
    const due = [...new Set(links)].filter(isDue).slice(0, MAX_ASKED);
    const tries = due.map(async (link) => {
      // Marked as failed from the start, so that no other read fetches it, too.
      cache.set(link, { fetchedAt: now() });
      const url = rasterUrl(await readOneBlock(call, link, LOGO_BYTES));
      if (url !== undefined) cache.set(link, { fetchedAt: now(), url });
    });
    await Promise.allSettled(tries);
  }

  return {
    /** Fetches unknown logos, for some seconds at most; true if any arrived. */
    async read(links: readonly string[]): Promise<boolean> {
      const countKnown = () => [...cache.values()].filter(({ url }) => url).length;
      const countBefore = countKnown();
      await withTimeout(setTimer, LOGO_PATIENCE_MS, ask(links), (resolve) => resolve());
      return countKnown() > countBefore;
    },

    /** Balances with their known logos, in order, as long as the page has room. */
    beside(balances: Balances): Balances {
      let room = MAX_DRAWN;
      const balancesWithLogos = Object.entries(balances.of).map(([address, accountBalances]) => [
        address,
        accountBalances.map((balance) => {
          const picture = balance.logo && cache.get(balance.logo)?.url;
          if (!picture || picture.length > room) return balance;
          room -= picture.length;
          return { ...balance, picture };
        }),
      ]);
      return { ...balances, of: Object.fromEntries(balancesWithLogos) };
    },
  };
}

/** Maximum pixels in either direction: a small file may unpack to a huge picture. */
const MAX_PIXELS = 1_024;

type Raster = [type: 'png' | 'jpeg' | 'webp', width: number, height: number];

/**
 * A still raster image as a `data:` URL, recognised by its first bytes alone: PNG, JPEG or WebP
 * (w3.org/TR/png, ITU-T T.81, RFC 9649).
 * @returns undefined for anything else, such as SVG, and for a picture with no or too many pixels
 */
export function rasterUrl(bytes: Uint8Array, maxPixels = MAX_PIXELS): string | undefined {
  const text = byteText(bytes);
  const [type, ...sides] = measure(text, bytes) ?? [];
  const isSane = sides.every((side) => side > 0 && side <= maxPixels);
  if (type && isSane) return `data:image/${type};base64,${btoa(text)}`;
  return undefined;
}

/** The number in bytes at some offsets, most significant first; NaN beyond the end. */
type ReadNumber = (...places: number[]) => number;

function measure(text: string, bytes: Uint8Array): Raster | undefined {
  const number: ReadNumber = (...places) =>
    places.reduce((sum, place) => sum * 256 + (bytes[place] ?? Number.NaN), 0);

  if (text.startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')) {
    if (!isStillPng(text, number)) return undefined;
    return ['png', number(16, 17, 18, 19), number(20, 21, 22, 23)];
  }
  if (text.startsWith('RIFF') && text.startsWith('WEBPVP8', 8)) {
    const bits = number(24, 23, 22, 21);
    switch (text[15]) {
      case ' ':
        return ['webp', number(27, 26) % 2 ** 14, number(29, 28) % 2 ** 14];
      case 'L':
        return ['webp', (bits % 2 ** 14) + 1, (Math.floor(bits / 2 ** 14) % 2 ** 14) + 1];
      case 'X': // The second bit is set where it moves.
        if (number(20) & 2) return undefined;
        return ['webp', number(26, 25, 24) + 1, number(29, 28, 27) + 1];
    }
  }
  if (text.startsWith('\xff\xd8\xff')) return measureJpeg(number);
  return undefined;
}

/** True if the pixels come before any chunk that says that they move. */
function isStillPng(text: string, number: ReadNumber): boolean {
  let position = 8;
  while (position < text.length) {
    const kind = text.slice(position + 4, position + 8);
    if (kind === 'IDAT') return true;
    if (kind === 'acTL') return false;
    position += number(position, position + 1, position + 2, position + 3) + 12;
  }
  return false;
}

/** Markers without a length, and those of the pixels: none comes before a frame. */
const isBare = (marker: number): boolean => marker <= 1 || (marker >= 0xd0 && marker <= 0xda);

/** Follows the segments as decoders do: one that is read otherwise could hide a larger frame. */
function measureJpeg(number: ReadNumber): Raster | undefined {
  let position = 2;
  while (number(position) === 0xff) {
    const marker = number(position + 1);
    if (isBare(marker)) return undefined;
    // These markers start a frame; three in the range mean something else.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return ['jpeg', number(position + 7, position + 8), number(position + 5, position + 6)];
    // Any number of such bytes may stand before a marker.
    position += marker === 0xff ? 1 : number(position + 2, position + 3) + 2;
  }
  return undefined;
}
