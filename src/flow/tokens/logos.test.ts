import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CID } from 'multiformats/cid';
import { sha256 } from 'multiformats/hashes/sha2';
import { pictures } from '../../../test/review/pictures';
import { bytesOf, type IpfsServer, startIpfsServer } from '../../../test/service/ipfsServer';
import type { Balances } from '../../ui/home/accounts';
import { logosOf } from './logos';

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
  const logos = logosOf({
    ipfs: async () => (isSet ? server.ipfs : undefined),
    now: () => clock.ms,
    setTimer: (run) => {
      timers.push(run);
      return () => {};
    },
  });
  /** What is drawn beside a balance. */
  const shown = (...links: string[]) => {
    const own = links.map((logo) => ({ symbol: 'T', amount: '1', logo }));
    const drawn = logos.beside({ state: 'known', of: { '0x1': own } });
    return drawn.state === 'known' ? (drawn.of['0x1'] ?? []).map(({ picture }) => picture) : [];
  };
  return { logos, clock, timers, shown };
}

describe('a logo', () => {
  it('is read once, checked, and drawn beside its token', async () => {
    const link = await put(png3x2);
    const { logos, shown } = open();
    expect(shown(link)).toEqual([undefined]);
    expect(await logos.read([link, link])).toBe(true);
    expect(shown(link)).toEqual([pngUrl]);
    expect(await logos.read([link])).toBe(false);
    expect(server.state.seen).toHaveLength(1);
  });

  it('is asked of nobody where the user has set no IPFS', async () => {
    const link = await put(png3x2);
    const { logos, shown } = open(false);
    expect(await logos.read([link])).toBe(false);
    expect(shown(link)).toEqual([undefined]);
    expect(server.state.seen).toEqual([]);
  });

  it('is none where the server lies', async () => {
    const link = await put(bytesOf(80));
    server.state.first = (_url, response) => {
      response.end(png3x2);
      return true;
    };
    const { logos, shown } = open();
    expect(await logos.read([link])).toBe(false);
    expect(shown(link)).toEqual([undefined]);
    expect(server.state.seen).toHaveLength(1);
  });

  it.each([
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', text('<!doctype html><script>alert(1)</script>')],
  ])('is none that is %s', async (_, content) => {
    const link = await put(content);
    const { logos, shown } = open();
    expect(await logos.read([link])).toBe(false);
    expect(shown(link)).toEqual([undefined]);
  });

  it('is none above 64 KiB', async () => {
    const { logos, shown } = open();
    const links = await Promise.all([65_536, 65_537].map((length) => put(pngOf(length))));
    await logos.read(links);
    expect(shown(...links).map((picture) => picture !== undefined)).toEqual([true, false]);
  });

  it('that was not to be had is asked for again after ten minutes, and not before', async () => {
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

  it('that does not come is waited for some seconds, and not asked for beside that', async () => {
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

  it('is drawn as often as a page has room for', async () => {
    const link = await put(pngOf(65_536));
    const { logos } = open();
    await logos.read([link]);
    const own = [{ symbol: 'T', amount: '1', logo: link }];
    const of = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`0x${index}`, own]));
    const drawn: Balances = logos.beside({ state: 'known', of });
    expect(JSON.stringify(drawn).length).toBeLessThan(1.1 * 2 ** 20);
    expect(JSON.stringify(drawn).match(/"picture"/gu)).toHaveLength(11);
  });
});
