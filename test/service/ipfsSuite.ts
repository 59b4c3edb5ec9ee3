import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { decode } from '@ipld/dag-pb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createIpfsApi,
  createStreams,
  gather,
  type IpfsApi,
  objectGet,
  objectGetUnverified,
} from '@xnet/clients';
import { CID } from 'multiformats/cid';
import { catchError } from '../catchError';
import { createClock } from '../wallet/clock';

/** What a failure reports of the response behind it. */
export type Answered = { cause: { status: number } };

/** An IPFS API over HTTP, with its credentials. */
export type IpfsAddress = {
  url: string;
  headers: Record<string, string>;
  /** Removes a block without the server noticing. */
  lose(cid: string): Promise<void>;
  stop(): Promise<void>;
};

const hello = 'hello world\n';
const helloCid = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o';
const absent = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG';

/** Deterministic bytes without equal blocks. */
const randomBytes = (length: number): Buffer => {
  const parts = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(`${length} ${index}`).digest(),
  );
  return Buffer.concat(parts).subarray(0, length);
};

/** The same tests for each IPFS API that our client supports. */
export function describeIpfs(way: string, open: () => Promise<IpfsAddress>) {
  describe(way, () => {
    let address: IpfsAddress;
    let ipfs: IpfsApi;
    beforeAll(async () => {
      address = await open();
      const { url, headers } = address;
      const streams = createStreams({ fetch, ...createClock() });
      ipfs = createIpfsApi({ streams, endpoints: [{ url, headers }] });
    }, 60_000);
    afterAll(() => address.stop());

    async function add(content: Uint8Array | string, query = ''): Promise<string> {
      const body = new FormData();
      body.append('file', new Blob([Uint8Array.from(Buffer.from(content))]), 'file');
      const reply = await fetch(`${address.url}/api/v0/add${query}`, {
        method: 'POST',
        headers: address.headers,
        body,
      });
      return ((await reply.json()) as { Hash: string }).Hash;
    }

    it('gives a file its known identifier, and its content back', async () => {
      await expect(add(hello)).resolves.toBe(helloCid);
      expect(Buffer.from(await gather(ipfs.cat(helloCid))).toString()).toBe(hello);
      expect(Buffer.from(await gather(ipfs.catUnverified(helloCid))).toString()).toBe(hello);
    });

    it.each(['', '?cid-version=1', '?raw-leaves=true', '?chunker=size-1000'])(
      'puts a file of many blocks together, each of them checked (add%s)',
      async (query) => {
        const content = randomBytes(query.includes('size') ? 200_000 : 1_000_000);
        const cid = await add(content, query);
        expect(content.equals(await gather(ipfs.cat(cid)))).toBe(true);
        expect(content.equals(await gather(ipfs.catUnverified(cid)))).toBe(true);
      },
    );

    it('refuses more than was asked for', async () => {
      const cid = await add(randomBytes(600_000));
      const error = await catchError(gather(ipfs.cat(cid, { maxBytes: 500_000 })));
      expect(error).toMatchObject({ kind: 'limitExceeded' });
    });

    it('gives an object that is encoded to its identifier again', async () => {
      const cid = await add(randomBytes(1_000_000));
      const object = await objectGet(ipfs, cid);
      expect(object.Links).toHaveLength(4);
      expect(object).toEqual(await objectGetUnverified(ipfs, cid));
      const { Links, Data } = decode(await ipfs.block(cid));
      expect(object.Links.map(({ Hash }) => Hash)).toEqual(
        Links.map(({ Hash }) => Hash.toString()),
      );
      expect(object.Data).toBe(Buffer.from(Data ?? []).toString('base64'));
    });

    it('gives a block as it is stored', async () => {
      const cid = await add(hello, '?cid-version=1&raw-leaves=true');
      expect(CID.parse(cid).code).toBe(0x55);
      expect(Buffer.from(await ipfs.block(cid)).toString()).toBe(hello);
    });

    it('reports what is missing, malformed and unknown', async () => {
      const told = { kind: 'nodeFault', cause: { fault: 'refused', status: 500 } };
      const offline = [
        ['arg', absent],
        ['offline', 'true'],
      ] as const;
      expect(await catchError(gather(ipfs.call('block/get', offline)))).toMatchObject(told);
      const malformed = await catchError<Answered>(gather(ipfs.call('cat', [['arg', 'nothing']])));
      expect([400, 500]).toContain(malformed.cause.status);
      const unknown = await catchError(gather(ipfs.call('none', [])));
      expect(unknown).toMatchObject({ kind: 'nodeFault', cause: { status: 404 } });
      const got = await fetch(`${address.url}/api/v0/version`, { headers: address.headers });
      expect(got.status).toBe(405);
    });

    describe('where a block of a file is lost', () => {
      const content = randomBytes(900_000);
      let cid: string;
      beforeAll(async () => {
        cid = await add(content, '?pin=false');
        const third = decode(await ipfs.block(cid)).Links[2]?.Hash.toString();
        await address.lose(third ?? '');
      });

      it('reports it in the trailer of the reply', async () => {
        const { length, trailer } = await catWithTrailer(`${address.url}/api/v0/cat?arg=${cid}`);
        expect(length).toBeLessThan(content.length);
        expect(trailer).toMatch(/not here|failed to fetch/);
      });

      it('reports a lost block even if the platform shows no trailer', async () => {
        expect(await catchError(gather(ipfs.catUnverified(cid)))).toMatchObject({
          kind: 'nodeUnavailable',
          cause: { fault: 'dropped' },
        });
        expect(await catchError(gather(ipfs.cat(cid)))).toMatchObject({ kind: 'nodeFault' });
      });
    });

    /** Uses Node's own HTTP client, as `fetch` does not expose trailers. */
    const catWithTrailer = (url: string) =>
      new Promise<{ length: number; trailer: string | undefined }>((resolve, reject) => {
        const sent = request(url, { method: 'POST', headers: address.headers }, (response) => {
          let length = 0;
          response.on('data', (chunk: Buffer) => {
            length += chunk.length;
          });
          response.on('end', () =>
            resolve({ length, trailer: response.trailers['x-stream-error'] }),
          );
          response.on('error', reject);
        });
        sent.on('error', reject).end();
      });
  });
}
