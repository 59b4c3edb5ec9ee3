import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ownPort } from '../../../test/stage/ownPort';
import { type DappPage, extensionStage } from '../../test-module/extensionStage';

const stage = extensionStage();
let dapp: DappPage;

beforeAll(async () => {
  dapp = await stage.openDapp();
  await stage.connect(dapp);
}, 120_000);
afterAll(() => dapp?.page.close());

type Told = { result: string; headers: IncomingMessage['headers'] | undefined };

/** What the module reads from a server that answers like this. */
async function fetched(answer: (response: ServerResponse) => void): Promise<Told> {
  let headers: IncomingMessage['headers'] | undefined;
  const server = createServer((request, response) => {
    headers = request.headers;
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  try {
    const reply = await dapp.invoke('fetch', { url: `http://127.0.0.1:${port}/` });
    return { result: String(reply.result), headers };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe("the module's requests from the sandbox of a browser", () => {
  it('sends no origin, and gets an answer where the server allows any', async () => {
    const { result, headers } = await fetched((response) =>
      response.setHeader('access-control-allow-origin', '*').end('told'),
    );
    expect(result).toBe('told');
    expect(headers).toMatchObject({ origin: 'null', 'sec-fetch-site': 'cross-site' });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['allows no origin', (response) => response.end('told')],
    ['answers 503 without CORS', (response) => response.writeHead(503).end('busy')],
    [
      'allows another origin',
      (response) => response.setHeader('access-control-allow-origin', 'https://a.example').end(),
    ],
  ])('fails without a reason where the server %s', async (_name, answer) => {
    expect((await fetched(answer)).result).toBe('failed');
  });

  it('fails alike where nobody listens, and the module goes on', async () => {
    const reply = await dapp.invoke('fetch', { url: `http://127.0.0.1:${await ownPort()}/` });
    expect(reply).toEqual({ result: 'failed' });
    expect(await dapp.invoke('ping')).toMatchObject({ result: { build: 'one' } });
  });
});
