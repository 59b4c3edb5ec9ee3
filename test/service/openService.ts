import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, startService } from '../../service/src/service';
import { awayFromMidnight } from '../../service/test/testService';

type Given = Parameters<typeof startService>[0];
type NewKey = NonNullable<Parameters<Service['createKey']>[0]>;
export type OpenService = Awaited<ReturnType<typeof openService>>;

/** The node service with a temporary folder and a key. */
export async function openService(given: Given, newKey: NewKey = { plan: 'custom' }) {
  const data = await mkdtemp(join(tmpdir(), 'xnet-service-'));
  await awayFromMidnight();
  // Tests ask all together from one address.
  const limits = { strangersPerSecond: 1e6 };
  const service = await startService({ data, logLevel: 'silent', limits, ...given });
  /** URLs with a new key, and a function that returns its usage today. */
  const openKey = async (options: NewKey) => {
    const { apiKey, secret } = await service.createKey(options);
    const { key } = apiKey;
    return {
      key,
      secret: secret ?? '',
      authorization: `Basic ${btoa(`${key}:${secret ?? ''}`)}`,
      rpcUrl: `${service.url}/v3/${key}`,
      socketUrl: `${service.url.replace('http', 'ws')}/ws/v3/${key}`,
      async used(): Promise<number> {
        const reply = await fetch(`${service.url}/v3/${key}/credits`);
        return ((await reply.json()) as { used: number }).used;
      },
    };
  };
  return {
    url: service.url,
    data,
    openKey,
    ...(await openKey(newKey)),
    async stop() {
      await service.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

type Call = { id: unknown; method: string; params: unknown };

/**
 * A fake upstream node. `answer` returns the response's `result` or `error`, or a number: an HTTP
 * status without a response.
 */
export async function startUpstream(
  answer: (method: string, params: unknown) => { result: unknown } | { error: object } | number,
  chainId = '0x1',
) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
      const replies = [asked].flat().map(({ id, method, params }) => {
        const told = method === 'eth_chainId' ? { result: chainId } : answer(method, params);
        return typeof told === 'number' ? told : { jsonrpc: '2.0', id, ...told };
      });
      const refusal = replies.find((reply) => typeof reply === 'number');
      if (refusal !== undefined) return response.writeHead(refusal).end();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(Array.isArray(asked) ? replies : replies[0]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
