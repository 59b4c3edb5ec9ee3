import type { IpfsCall } from '@xnet/clients/ipfs/ipfsCall';
import { readOneBlock } from '@xnet/clients/ipfs/oneBlock';
import { type Clock, within } from '@xnet/clients/transport/policy';
import type { Balances } from '../../ui/home/accounts';

const LOGO_BYTES = 64 * 2 ** 10;
/** One that was not to be had is not asked for again for so long. */
const AGAIN_MS = 10 * 60_000;
/** A drawing of the page waits no longer. */
const LOGO_PATIENCE_MS = 8_000;
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
      const url = rasterUrl(await readOneBlock(call, link, LOGO_BYTES));
      if (url !== undefined) seen.set(link, { at: now(), url });
    });
    await Promise.allSettled(tries);
  }

  return {
    /** Asks for those that are not known, for some seconds at most; true where one of them came. */
    async read(links: readonly string[]): Promise<boolean> {
      const known = () => [...seen.values()].filter(({ url }) => url).length;
      const before = known();
      await within(setTimer, LOGO_PATIENCE_MS, ask(links), (resolve) => resolve());
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

/** No more pixels than this in either direction: what is unpacked from a small file may be huge. */
const MAX_PIXELS = 1_024;

type Raster = [type: 'png' | 'jpeg' | 'webp', width: number, height: number];

/**
 * A still picture of pixels as a `data:` URL, told by its first bytes alone: PNG, JPEG or WebP
 * (w3.org/TR/png, ITU-T T.81, RFC 9649).
 * @returns undefined for everything else, such as SVG, and for a picture of no or too many pixels
 */
export function rasterUrl(bytes: Uint8Array): string | undefined {
  const text = bytes.reduce((sum, byte) => sum + String.fromCharCode(byte), '');
  const [type, ...sides] = measure(text, bytes) ?? [];
  const isSane = sides.every((side) => side > 0 && side <= MAX_PIXELS);
  return type && isSane ? `data:image/${type};base64,${btoa(text)}` : undefined;
}

function measure(text: string, bytes: Uint8Array): Raster | undefined {
  /** The number in bytes at these places, the greatest first; NaN beyond the end. */
  const number = (...places: number[]) =>
    places.reduce((sum, place) => sum * 256 + (bytes[place] ?? Number.NaN), 0);

  if (text.startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'))
    return ['png', number(16, 17, 18, 19), number(20, 21, 22, 23)];
  if (text.startsWith('RIFF') && text.startsWith('WEBPVP8', 8)) {
    const bits = number(24, 23, 22, 21);
    switch (text[15]) {
      case ' ':
        return ['webp', number(27, 26) % 2 ** 14, number(29, 28) % 2 ** 14];
      case 'L':
        return ['webp', (bits % 2 ** 14) + 1, (Math.floor(bits / 2 ** 14) % 2 ** 14) + 1];
      case 'X': // The second bit is set where it moves.
        return number(20) & 2
          ? undefined
          : ['webp', number(26, 25, 24) + 1, number(29, 28, 27) + 1];
    }
  }
  if (!text.startsWith('\xff\xd8\xff')) return undefined;
  let at = 2;
  while (number(at) === 0xff) {
    const marker = number(at + 1);
    // A frame has one of these markers; of the range, three mean something else.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return ['jpeg', number(at + 7, at + 8), number(at + 5, at + 6)];
    at += number(at + 2, at + 3) + 2;
  }
  return undefined;
}
