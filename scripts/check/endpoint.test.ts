import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { ownPort } from '../../test/stage/ownPort';
import { checkEndpoint } from './endpoint';

const sepolia = '0x534e5f5345504f4c4941';

type Node = {
  /** Headers of each response. */
  headers?: Record<string, string>;
  /** Headers of the preflight's, and its status. */
  preflight?: Record<string, string>;
  preflightStatus?: number;
  chainId?: string;
  version?: string;
  hasBatches?: boolean;
  /** Headers of an error's response. */
  errorHeaders?: Record<string, string>;
};

const open = { 'access-control-allow-origin': '*' };
const good: Required<Node> = {
  headers: { ...open, 'access-control-expose-headers': 'Retry-After, x-other' },
  preflight: { ...open, 'access-control-allow-headers': 'Content-Type' },
  preflightStatus: 204,
  chainId: sepolia,
  version: '0.10.0',
  hasBatches: true,
  errorHeaders: open,
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

/** Names of what is not good at a node on this machine, and the requests that it received. */
async function lacking(change: Node) {
  const node = { ...good, ...change };
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.headers.origin}`);
    if (request.method === 'OPTIONS')
      return void response.writeHead(node.preflightStatus, node.preflight).end();
    const calls: unknown = JSON.parse(await textOf(request));
    const results = [node.chainId, node.version].map((result, id) => ({
      jsonrpc: '2.0',
      id,
      result,
    }));
    const isBatch = Array.isArray(calls) && node.hasBatches;
    const error = { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' } };
    response.writeHead(200, Array.isArray(calls) ? node.headers : node.errorHeaders);
    response.end(JSON.stringify(isBatch ? results : error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const findings = await checkEndpoint(`http://127.0.0.1:${port}/rpc`, sepolia);
    return { missing: findings.filter(({ isGood }) => !isGood), seen };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe('checkEndpoint', () => {
  it('finds nothing at a node that admits browsers, in three requests without an origin', async () => {
    const { missing, seen } = await lacking({});
    expect(missing).toEqual([]);
    expect(seen).toEqual(['OPTIONS null', 'POST null', 'POST null']);
  });

  it('admits a node that answers any header, and names the origin', async () => {
    const named = { 'access-control-allow-origin': 'null' };
    const headers = { ...named, 'access-control-expose-headers': '*' };
    const preflight = { ...named, 'access-control-allow-headers': '*' };
    expect((await lacking({ headers, preflight, errorHeaders: named })).missing).toEqual([]);
  });

  it.each<[string, Node]>([
    ['preflight', { preflightStatus: 405 }],
    ['preflight', { preflight: open }],
    ['preflight', { preflight: { 'access-control-allow-headers': 'content-type' } }],
    ['response', { headers: { 'access-control-expose-headers': 'retry-after' } }],
    [
      'response',
      {
        headers: {
          'access-control-allow-origin': 'https://a.example',
          'access-control-expose-headers': '*',
        },
      },
    ],
    ['chain id', { chainId: '0x534e5f4d41494e' }],
    ['version', { version: '0.8.1' }],
    // The module refuses it, too.
    ['version', { version: '0.10' }],
    ['version', { version: '1.10.0' }],
    ['error', { errorHeaders: {} }],
  ])('finds the %s wrong at %j', async (name, change) => {
    const { missing } = await lacking(change);
    expect(missing).toMatchObject([{ name, isOptional: false }]);
  });

  it('finds a node without batches', async () => {
    const { missing } = await lacking({ hasBatches: false });
    expect(missing.map(({ name }) => name)).toEqual(['batch', 'chain id', 'version']);
  });

  it('finds the headers of a pause unreadable, without which the module works', async () => {
    const { missing } = await lacking({ headers: open });
    expect(missing).toMatchObject([{ name: 'exposed headers', isOptional: true }]);
  });

  it('explains why there is no connection', async () => {
    const url = `http://127.0.0.1:${await ownPort()}/`;
    const findings = await checkEndpoint(url, sepolia);
    expect(findings).toMatchObject([{ name: 'connection', isGood: false }]);
    expect(findings[0]?.finding).toContain('ECONNREFUSED');
  });
});
