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

/** What the module reads from a server that answers like this, asked with each of the params. */
async function fetchedEach(
  answer: (response: ServerResponse) => void,
  asked: readonly { body?: string; type?: string }[],
) {
  const seen: Pick<IncomingMessage, 'method' | 'headers'>[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  const url = `http://127.0.0.1:${port}/`;
  try {
    const results: string[] = [];
    for (const params of asked)
      results.push(String((await dapp.invoke('fetch', { url, ...params })).result));
    return { results, seen };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function fetched(answer: (response: ServerResponse) => void) {
  const { results, seen } = await fetchedEach(answer, [{}]);
  return { result: results[0], headers: seen[0]?.headers };
}

/** A server that lets a browser keep everything that it allows. */
const admit = (response: ServerResponse) =>
  response
    .setHeader('access-control-allow-origin', 'null')
    .setHeader('access-control-allow-headers', 'content-type')
    .setHeader('access-control-allow-methods', 'POST')
    .setHeader('access-control-max-age', '600')
    .end('told');

describe("the module's requests from the sandbox of a browser", () => {
  it('sends no origin, and gets an answer if the server allows any', async () => {
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
  ])('fails without a reason if the server %s', async (_name, answer) => {
    expect((await fetched(answer)).result).toBe('failed');
  });

  it('fails alike if nobody listens, and the module goes on', async () => {
    const reply = await dapp.invoke('fetch', { url: `http://127.0.0.1:${await ownPort()}/` });
    expect(reply).toEqual({ result: 'failed' });
    expect(await dapp.invoke('ping')).toMatchObject({ result: { build: 'one' } });
  });

  // Why budgets of requests count twice in a browser. A failure here is good news: halve the table
  // of docs/understand/performance.md.
  it('sends a preflight before each JSON POST, although the server lets the browser keep it', async () => {
    const json = { body: '{}', type: 'application/json' };
    const { results, seen } = await fetchedEach(admit, [json, json, json]);
    expect(results).toEqual(['told', 'told', 'told']);
    const each = ['OPTIONS', 'POST'];
    expect(seen.map(({ method }) => method)).toEqual([...each, ...each, ...each]);
  });

  it('needs no preflight for a body that calls itself text, which nodes refuse, nor for a GET', async () => {
    const text = { body: '{}', type: 'text/plain' };
    const { results, seen } = await fetchedEach(admit, [text, {}]);
    expect(results).toEqual(['told', 'told']);
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('gets no WebSocket but the wallet’s', async () => {
    expect(await dapp.invoke('socketType')).toEqual({ result: 'undefined' });
  });
});
