import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildTestModule, startWallet, type WalletProcess } from '../../test-module/walletProcess';

/** The chain's blocks by number; a killed node may have lost some. */
let blocks: string[] = [];
let server: Server;
let url: string;
let folder: string;
let wallet: WalletProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  buildTestModule(join(folder, 'module'), 'one');
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const id = JSON.parse(body).params.block_id;
      const number = id === 'latest' ? blocks.length - 1 : id.block_number;
      const block_hash = blocks[number];
      const told =
        block_hash === undefined
          ? { error: { code: 24, message: 'Block not found' } }
          : { result: { block_number: number, block_hash } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...told }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  url = `http://127.0.0.1:${port}/rpc`;
}, 60_000);

afterAll(async () => {
  await wallet?.stop();
  server.close();
  await rm(folder, { recursive: true });
});

const start = () =>
  startWallet(join(folder, 'module'), join(folder, 'data'), ['--local-chain', url]);
const isAnother = (wanted: boolean) =>
  wallet.until(({ localChain }) => localChain?.isAnother === wanted);

/** Resolves when the wallet has stored that block. */
async function kept(hash: string): Promise<void> {
  const read = () => readFile(join(folder, 'data', 'chain.json'), 'utf8').catch(() => '');
  while (!(await read()).includes(`"${hash}"`)) await setTimeout(50);
}

describe('the local chain', () => {
  it('stays the wallet’s own while it grows, also after a restart', async () => {
    blocks = ['0x0', '0x1'];
    wallet = await start();
    await wallet.connect();
    expect((await isAnother(false)).localChain?.host).toBe(new URL(url).host);
    blocks.push('0x2');
    await kept('0x2');
    await wallet.kill();
    wallet = await start();
  }, 60_000);

  it.each<[string, string[]]>([
    ['that lost the newest blocks', ['0x0', '0x1']],
    ['of the same length that was begun anew', ['0xa', '0xb', '0xc']],
    ['of greater length that was begun anew', ['0xa', '0xb', '0xc', '0xd']],
  ])(
    'detects a chain %s, and recognizes the true one again',
    async (_name, others) => {
      const before = blocks;
      blocks = others;
      expect((await isAnother(true)).localChain?.isAnother).toBe(true);
      blocks = before;
      expect((await isAnother(false)).localChain?.isAnother).toBe(false);
    },
    60_000,
  );

  it('becomes the wallet’s own after a reset, which disconnects every site', async () => {
    blocks = ['0xe'];
    await isAnother(true);
    expect(await wallet.command({ do: 'reset' })).toBeNull();
    const { sites, module } = await isAnother(false);
    expect(sites).toEqual([]);
    expect(module).toBeNull();
    blocks = ['0xf'];
    await isAnother(true);
  }, 60_000);
});
