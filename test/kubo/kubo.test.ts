import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startKubo } from '../../scripts/check/kubo';
import { describeIpfs, type IpfsAddress } from '../service/ipfsSuite';
import { openService, startUpstream } from '../service/openService';

let kubo: Awaited<ReturnType<typeof startKubo>>;
beforeAll(async () => {
  kubo = await startKubo();
}, 60_000);
afterAll(() => kubo.stop());

const lose = async (cid: string) => {
  const reply = await fetch(`${kubo.url}/api/v0/block/rm?arg=${cid}&force=true`, {
    method: 'POST',
  });
  if (!reply.ok) throw new Error(await reply.text());
};

describe('Kubo', () => {
  describeIpfs('directly', async () => ({
    url: kubo.url,
    headers: {},
    lose,
    stop: async () => {},
  }));

  describeIpfs('behind the service', async (): Promise<IpfsAddress> => {
    const upstream = await startUpstream(() => ({ result: null }));
    const service = await openService({ eth: [upstream.url], ipfs: kubo.url });
    return {
      url: service.url,
      headers: { authorization: service.authorization },
      lose,
      async stop() {
        await service.stop();
        await upstream.stop();
      },
    };
  });
});

it('limits what a key stores by what Kubo says, and pins nothing that is no key’s', async () => {
  const upstream = await startUpstream(() => ({ result: null }));
  const limits = { ipfsBytes: 1_000_000, ipfsBlocks: 30 };
  const service = await openService({ eth: [upstream.url], ipfs: kubo.url, limits });
  const { authorization } = service;
  const run = async (command: string, ...files: [string, Uint8Array][]) => {
    const body = new FormData();
    for (const [name, bytes] of files)
      body.append('file', new Blob([Uint8Array.from(bytes)]), name);
    const form = files.length === 0 ? {} : { body };
    const url = `${service.url}/api/v0/${command}`;
    return fetch(url, { method: 'POST', headers: { authorization }, ...form });
  };
  const pinsBehind = async () => {
    const reply = await fetch(`${kubo.url}/api/v0/pin/ls?type=recursive`, { method: 'POST' });
    return Object.keys(((await reply.json()) as { Keys: object }).Keys);
  };
  const before = await pinsBehind();
  const content = randomBytes(600_000);
  const added = await run('add', ['a', content], ['b', Buffer.from('small')]);
  const lines = (await added.text()).trim().split('\n');
  const hashes = lines.map((line) => (JSON.parse(line) as { Hash: string }).Hash);
  expect(hashes).toHaveLength(2);
  const mine = [...before, ...hashes].sort();
  expect((await pinsBehind()).sort()).toEqual(mine);
  expect((await run('add', ['c', randomBytes(600_000)])).status).toBe(403);
  expect((await run('add?chunker=size-1000', ['c', randomBytes(35_000)])).status).toBe(403);
  const exported = await fetch(`${kubo.url}/api/v0/dag/export?arg=${hashes[0]}`, {
    method: 'POST',
  });
  const archive = Buffer.from(await exported.arrayBuffer());
  expect((await run('dag/import', ['d', archive])).status).toBe(403);
  expect((await pinsBehind()).sort()).toEqual(mine);
  expect((await run(`pin/rm?arg=${hashes[0]}`)).status).toBe(200);
  const other = await fetch(`${kubo.url}/api/v0/pin/ls?type=recursive`, { method: 'POST' });
  expect(await other.text()).not.toContain(hashes[0]);
  const imported = await run('dag/import', ['d', archive]);
  expect(await imported.text()).toContain(hashes[0]);
  expect((await pinsBehind()).sort()).toEqual(mine);
  await service.stop();
  await upstream.stop();
}, 60_000);
