import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ownPort } from '../../../test/stage/ownPort';
import { buildTestModule, startWallet, type WalletProcess } from '../../test-module/walletProcess';

let folder: string;
let wallet: WalletProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  buildTestModule(join(folder, 'module'), 'one');
  wallet = await startWallet(join(folder, 'module'), join(folder, 'data'));
  await wallet.connect();
}, 60_000);

afterAll(async () => {
  await wallet.stop();
  await rm(folder, { recursive: true });
});

/** A server that handles connections as given, while the task runs. */
async function serving(meet: (socket: Socket) => void, task: (url: string) => Promise<void>) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => meet(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  try {
    await task(`http://127.0.0.1:${port}/`);
  } finally {
    server.close();
  }
}

/** Repeats, since the module's end is a race, and checks that the module still runs. */
async function expectTold(url: string, told: string) {
  for (let time = 0; time < 8; time += 1) {
    expect(await wallet.invoke('fetch', { url })).toEqual({ result: told });
  }
  const { module } = await wallet.until(() => true);
  expect(module?.status).toBe('running');
}

describe('a module whose request fails', () => {
  it('fails the request if nobody listens', async () => {
    await expectTold(`http://127.0.0.1:${await ownPort()}/`, 'failed');
  });

  it.each<[string, (socket: Socket) => void, string]>([
    ['where the connection is reset', (socket) => socket.resetAndDestroy(), 'failed'],
    ['where it is closed before an answer', (socket) => socket.end(), 'failed'],
    [
      'where it is closed in the middle of headers',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nconte'),
      'failed',
    ],
    [
      'where it is closed in the middle of the body',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
      'broke off',
    ],
  ])('fails the request %s', (_name, meet, told) => serving(meet, (url) => expectTold(url, told)));

  it.each(['http://', 'unknown:address', 'http://127.0.0.1:1/'])(
    'fails the request if the address is %s',
    (url) => expectTold(url, 'failed'),
  );

  it('ends the module, as any wallet does, by an unhandled rejection of its own', async () => {
    expect((await wallet.invoke('reject')).error?.code).toBe(-32603);
    expect(await wallet.invoke('ping')).toMatchObject({ result: { build: 'one' } });
  });

  // @promise P32.1
  it('rejects work begun by an ended request when another awaits it', async () => {
    await serving(
      () => {},
      async (url) => {
        expect(await wallet.invoke('begin', { url })).toEqual({ result: 'begun' });
        expect(await wallet.invoke('begun')).toEqual({
          result: expect.stringContaining('The wallet ended the request.'),
        });
      },
    );
  });
});
