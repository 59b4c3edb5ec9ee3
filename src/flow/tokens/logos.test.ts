import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CID } from 'multiformats/cid';
import { sha256 } from 'multiformats/hashes/sha2';
import { patched, pictures } from '../../../test/review/pictures';
import { type IpfsServer, readBytes, startIpfsServer } from '../../../test/service/ipfsServer';
import type { Balances } from '../../ui/home/balances';
import { createLogos, rasterUrl } from './logos';

const token = { token: '0x7', symbol: 'T', name: 'Token', isListed: false, amount: '1' };

describe('a logo', () => {
  let server: IpfsServer;
  beforeAll(async () => {
    server = await startIpfsServer();
  });
  afterAll(() => server.stop());
  beforeEach(() => void server.reset());

  const { png3x2 } = pictures;
  const pngUrl = `data:image/png;base64,${Buffer.from(png3x2).toString('base64')}`;
  const text = (content: string) => new TextEncoder().encode(content);
  /** Serves a file of one block; @returns its link */
  async function put(content: Uint8Array): Promise<string> {
    const cid = CID.createV1(0x55, await sha256.digest(content)).toString();
    server.state.blocks.set(cid, content);
    return `ipfs://${cid}`;
  }
  /** A PNG of so many bytes, in one block. */
  const pngOf = (length: number) => {
    const bytes = new Uint8Array(length);
    bytes.set(png3x2);
    return bytes;
  };

  /** Logos over the server, or over none, with a clock that stands. */
  function open(isSet = true) {
    const clock = { ms: 0 };
    const timers: (() => void)[] = [];
    const logos = createLogos({
      ipfs: async () => (isSet ? server.ipfs : undefined),
      now: () => clock.ms,
      setTimer: (run) => {
        timers.push(run);
        return () => {};
      },
    });
    /** What is drawn beside a balance. */
    const shown = (...links: string[]) => {
      const own = links.map((logo) => ({ ...token, logo }));
      const drawn = logos.beside({ state: 'known', readAt: 0, of: { '0x1': own } });
      return (drawn.of['0x1'] ?? []).map(({ picture }) => picture);
    };
    return { logos, clock, timers, shown };
  }

  it('reads a logo once, checks it, and draws it beside its token', async () => {
    const link = await put(png3x2);
    const { logos, shown } = open();
    expect(shown(link)).toEqual([undefined]);
    expect(await logos.read([link, link])).toBe(true);
    expect(shown(link)).toEqual([pngUrl]);
    expect(await logos.read([link])).toBe(false);
    expect(server.state.seen).toHaveLength(1);
  });

  // @promise T24.1
  it('reads no logo if the user has set no IPFS service', async () => {
    const link = await put(png3x2);
    const { logos, shown } = open(false);
    expect(await logos.read([link])).toBe(false);
    expect(shown(link)).toEqual([undefined]);
    expect(server.state.seen).toEqual([]);
  });

  it('refuses content that differs from its CID', async () => {
    const link = await put(readBytes(80));
    server.state.first = (_url, response) => {
      response.end(png3x2);
      return true;
    };
    const { logos, shown } = open();
    expect(await logos.read([link])).toBe(false);
    expect(shown(link)).toEqual([undefined]);
    expect(server.state.seen).toHaveLength(1);
  });

  // @promise T24.1
  it.each([
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', text('<!doctype html><script>alert(1)</script>')],
  ])('refuses a logo that is %s', async (_, content) => {
    const link = await put(content);
    const { logos, shown } = open();
    expect(await logos.read([link])).toBe(false);
    expect(shown(link)).toEqual([undefined]);
  });

  it('refuses a logo above 64 KiB', async () => {
    const { logos, shown } = open();
    const links = await Promise.all([65_536, 65_537].map((length) => put(pngOf(length))));
    await logos.read(links);
    expect(shown(...links).map((picture) => picture !== undefined)).toEqual([true, false]);
  });

  it('retries a missing logo after ten minutes, and not before', async () => {
    const link = await put(png3x2);
    server.state.first = (_url, response) => {
      response.writeHead(404).end();
      return true;
    };
    const { logos, clock, shown } = open();
    await logos.read([link]);
    const asked = server.state.seen.length;
    server.state.first = undefined;
    clock.ms = 600_000 - 1;
    expect(await logos.read([link])).toBe(false);
    expect(server.state.seen).toHaveLength(asked);
    clock.ms = 600_000;
    expect(await logos.read([link])).toBe(true);
    expect(shown(link)).toEqual([pngUrl]);
  });

  it('waits some seconds for a logo, and requests it once meanwhile', async () => {
    const link = await put(png3x2);
    let come = () => {};
    const asked = new Promise<void>((resolve) => {
      server.state.first = (_url, response) => {
        come = () => void response.end(png3x2);
        resolve();
        return true;
      };
    });
    const { logos, timers } = open();
    const reading = logos.read([link]);
    await asked;
    timers[0]?.();
    expect(await reading).toBe(false);
    await logos.read([link]);
    expect(server.state.seen).toHaveLength(1);
    come();
  });

  it('draws a logo only as often as a page has room for', async () => {
    const link = await put(pngOf(65_536));
    const { logos } = open();
    await logos.read([link]);
    const own = [{ ...token, logo: link }];
    const of = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`0x${index}`, own]));
    const drawn: Balances = logos.beside({ state: 'known', readAt: 0, of });
    expect(JSON.stringify(drawn).length).toBeLessThan(1.1 * 2 ** 20);
    expect(JSON.stringify(drawn).match(/"picture"/gu)).toHaveLength(11);
  });
});

describe('rasterUrl', () => {
  const { png3x2, jpeg3x2, lossyWebp1x1, losslessWebp1x1, clearWebp1x1 } = pictures;
  const text = (content: string) => new TextEncoder().encode(content);
  const zeros = (length: number) => Array.from({ length }, () => 0);

  it.each([
    ['png', png3x2],
    ['jpeg', jpeg3x2],
    ['webp', lossyWebp1x1],
    ['webp', losslessWebp1x1],
    ['webp', clearWebp1x1],
  ])('holds all bytes of a %s', (type, bytes) => {
    const [head, body = ''] = rasterUrl(bytes)?.split(',') ?? [];
    expect(head).toBe(`data:image/${type};base64`);
    expect(new Uint8Array(Buffer.from(body, 'base64'))).toEqual(bytes);
  });

  it.each([
    ['PNG at the limit', patched(png3x2, 16, 0, 0, 4, 0, 0, 0, 4, 0), true],
    ['PNG that is too wide', patched(png3x2, 16, 0, 0, 4, 1), false],
    ['PNG that is far too wide', patched(png3x2, 16, 0xff, 0xff, 0xff, 0xff), false],
    ['PNG that is too high', patched(png3x2, 20, 0, 0, 4, 1), false],
    ['PNG of no width', patched(png3x2, 16, 0, 0, 0, 0), false],
    ['JPEG at the limit', patched(jpeg3x2, 25, 4, 0, 4, 0), true],
    ['JPEG that is too high', patched(jpeg3x2, 25, 4, 1), false],
    ['JPEG that is too wide', patched(jpeg3x2, 27, 4, 1), false],
    ['JPEG of a height that is told later', patched(jpeg3x2, 25, 0, 0), false],
    ['WebP at the limit', patched(lossyWebp1x1, 26, 0, 4, 0, 4), true],
    ['WebP that is too wide', patched(lossyWebp1x1, 26, 1, 4), false],
    ['lossless WebP at the limit', patched(losslessWebp1x1, 21, 0xff, 0xc3, 0xff, 0x10), true],
    ['lossless WebP that is too wide', patched(losslessWebp1x1, 21, 0x00, 0x04), false],
    ['lossless WebP that is too high', patched(losslessWebp1x1, 23, 0x00, 0x11), false],
    ['clear WebP at the limit', patched(clearWebp1x1, 24, 255, 3, 0, 255, 3, 0), true],
    ['clear WebP that is too wide', patched(clearWebp1x1, 24, 0, 4, 0), false],
    ['WebP that moves', patched(clearWebp1x1, 20, 0x12), false],
  ])('judges a %s by its head', (_, bytes, isTaken) => {
    expect(rasterUrl(bytes) !== undefined).toBe(isTaken);
  });

  it.each([
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', text('<!doctype html><p>\x89PNG')],
    ['GIF', text('GIF89a\x01\0\x01\0')],
    ['an empty file', new Uint8Array()],
    ['a JPEG without a frame', jpeg3x2.slice(0, 20)],
    ['a JPEG that is tables alone', patched(jpeg3x2, 21, 0xc4)],
  ])('refuses %s', (_, bytes) => {
    expect(rasterUrl(bytes)).toBeUndefined();
  });

  it('refuses a PNG that moves, wherever its head says so', () => {
    const chunk = (kind: string, length: number) => [
      0,
      0,
      0,
      length,
      ...text(kind),
      ...zeros(length + 4),
    ];
    const withChunks = (...chunks: number[][]) =>
      Uint8Array.from([...png3x2.slice(0, 33), ...chunks.flat(), ...png3x2.slice(33)]);
    expect(rasterUrl(withChunks(chunk('tEXt', 9)))).toBeDefined();
    expect(rasterUrl(withChunks(chunk('acTL', 8)))).toBeUndefined();
    expect(rasterUrl(withChunks(chunk('tEXt', 9), chunk('acTL', 8)))).toBeUndefined();
  });

  it('measures the frame of a JPEG that a decoder finds, whatever stands before it', () => {
    const start = jpeg3x2.slice(0, 20);
    const frame = (...sides: number[]) => [0xff, 0xc0, 0, 11, 8, ...sides, 1, 1, 0x11, 0];
    const [small, large] = [frame(0, 2, 0, 3), frame(0x20, 0, 0x20, 0)];
    const fill = [0xff, 0xff, 0xff];
    expect(rasterUrl(Uint8Array.from([...start, ...fill, ...small]))).toBeDefined();
    // A small frame at every place to which a wrong reading could lead.
    const tail = Uint8Array.from(
      { length: 2 ** 16 + 99 },
      (_, at) => small[at % small.length] ?? 0,
    );
    for (const prefix of [fill, [0xff, 1], [0xff, 0xd0], [0xff, 0xd9], [0xff, 0xda]])
      for (let shift = 0; shift < small.length; shift += 1) {
        const hiding = Buffer.concat([
          start,
          Uint8Array.from([...prefix, ...large]),
          tail.slice(shift),
        ]);
        expect(rasterUrl(hiding)).toBeUndefined();
      }
  });

  it('refuses a head that is cut off anywhere', () => {
    const heads = [
      [png3x2, 41],
      [jpeg3x2, 29],
      [lossyWebp1x1, 30],
      [losslessWebp1x1, 25],
      [clearWebp1x1, 30],
    ] as const;
    for (const [bytes, end] of heads) {
      expect(rasterUrl(bytes.slice(0, end))).toBeDefined();
      for (let length = 0; length < end; length += 1)
        expect([length, rasterUrl(bytes.slice(0, length))]).toEqual([length, undefined]);
    }
  });
});
