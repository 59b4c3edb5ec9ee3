import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CID } from 'multiformats/cid';
import {
  bytesOf,
  errorOf,
  type IpfsObject,
  type IpfsServer,
  objectOf,
  startIpfsServer,
} from '../../../test/service/ipfsServer';
import type { IpfsApi } from './ipfsApi';
import { objectGet, objectGetAs, objectGetUnverified } from './objectGet';

let server: IpfsServer;
let ipfs: IpfsApi;
beforeAll(async () => {
  server = await startIpfsServer();
  ipfs = server.ipfs;
});
afterAll(() => server.stop());
beforeEach(() => void server.reset());

describe('objectGet', () => {
  it('answers with links and data that were checked', async () => {
    const cid = await server.add(bytesOf(1_000), { cidVersion: 0, rawLeaves: false });
    const object = await objectGet(ipfs, cid);
    expect(object.Links).toHaveLength(10);
    expect(object).toEqual(await objectGetUnverified(ipfs, cid));
    expect(server.state.seen[0]).toBe(
      `POST /api/v0/object/get?arg=${cid}&encoding=json&data-encoding=base64`,
    );
  });

  it.each([
    ['other data', (object: IpfsObject) => ({ ...object, Data: 'CAI=' })],
    ['one link less', (object) => ({ ...object, Links: object.Links.slice(1) })],
    ['another name', (object) => ({ ...object, Links: rename(object.Links) })],
    ['data that is no base64', (object) => ({ ...object, Data: '*' })],
  ] as [string, (object: IpfsObject) => object][])('refuses %s', async (_, change) => {
    const cid = await server.add(bytesOf(1_000), { cidVersion: 0, rawLeaves: false });
    server.state.first = (_url, response) => {
      const bytes = server.state.blocks.get(CID.parse(cid).toV1().toString()) ?? new Uint8Array();
      response.end(JSON.stringify(change(objectOf(bytes))));
      return true;
    };
    expect(await errorOf(objectGet(ipfs, cid))).toMatchObject({ kind: 'nodeFault' });
  });

  it('hands on another encoding as it comes', async () => {
    const cid = await server.add(bytesOf(10), { cidVersion: 0, rawLeaves: false });
    server.state.first = (url, response) => {
      response.end(`<Object encoding="${url.searchParams.get('encoding')}"/>`);
      return true;
    };
    const told = await objectGetAs(ipfs, cid, 'xml');
    expect(Buffer.from(told).toString()).toBe('<Object encoding="xml"/>');
  });
});

const rename = <T extends { Name: string }>([link, ...links]: T[]) => [
  { ...link, Name: 'x' },
  ...links,
];
