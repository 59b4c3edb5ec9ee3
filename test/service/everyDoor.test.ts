import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { openService, startUpstream } from './openService';

type Service = Awaited<ReturnType<typeof openService>>;
type Key = Awaited<ReturnType<Service['openKey']>>;
/** A place where a key can stand: its key in the path, or in the header alone. */
type Door = {
  name: string;
  inPath: boolean;
  status(key: string, authorization?: string): Promise<number>;
};

const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;
const unknown = 'f'.repeat(32);

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let service: Service;
/** A key whose secret may be left out in a path, one whose secret may not, and one without. */
let own: Key;
let guarded: Key;
let bare: Key;
let doors: Door[];
beforeAll(async () => {
  const history = { oldestBlock: '0x0', baseFeePerGas: ['0x1', '0x1'] };
  upstream = await startUpstream((method) => ({
    result: method === 'eth_feeHistory' ? history : null,
  }));
  service = await openService({ eth: [upstream.url] });
  own = await service.openKey({ plan: 'custom' });
  guarded = await service.openKey({ plan: 'custom', needsSecret: true });
  bare = await service.openKey({ plan: 'custom', withSecret: false });
  doors = await doorsOf(service.url);
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});

/** Every route of the service's own document that is not open to everybody, and the upgrade. */
async function doorsOf(url: string): Promise<Door[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { tags: string[] }>>;
  };
  const ofRoutes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) => doorOf(url, path, method)),
  );
  return [...ofRoutes.flat(), upgrade(url, ''), upgrade(url, '/networks/1')];
}

const openToAll = ['/openapi.json', '/v1/supportedChainNames'];
const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] });

function doorOf(url: string, path: string, method: string): Door[] {
  // Its route answers nobody: whoever upgrades is let in by `upgrade` below.
  if (openToAll.includes(path) || path.startsWith('/ws/v3/{key}')) return [];
  const isIpfs = path.startsWith('/api/v0/');
  return [
    {
      name: `${method.toUpperCase()} ${path}`,
      inPath: path.includes('{key}'),
      status: async (key, authorization) => {
        const reply = await fetch(url + path.replace('{key}', key).replace('{chainId}', '1'), {
          method: method.toUpperCase(),
          headers: {
            ...(method === 'post' && !isIpfs && { 'content-type': 'application/json' }),
            ...(authorization !== undefined && { authorization }),
          },
          ...(method === 'post' && !isIpfs && { body: call }),
        });
        await reply.arrayBuffer();
        return reply.status;
      },
    },
  ];
}

const upgrade = (url: string, chain: string): Door => ({
  name: `GET /ws/v3/{key}${chain}, upgraded`,
  inPath: true,
  status: (key, authorization) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/v3/${key}${chain}`, {
        headers: authorization === undefined ? {} : { authorization },
      });
      socket.on('open', () => {
        socket.close();
        resolve(101);
      });
      socket.on('unexpected-response', (_request, response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      socket.on('error', reject);
    }),
});

/** The doors that answered otherwise than expected, each with its status. */
async function otherwise(
  among: readonly Door[],
  tries: readonly (readonly [key: string, authorization: string | undefined])[],
  expected: (status: number) => boolean,
) {
  const answers = await Promise.all(
    among.flatMap((door) =>
      tries.map(
        async ([key, authorization]) => [door.name, await door.status(key, authorization)] as const,
      ),
    ),
  );
  return answers.filter(([, status]) => !expected(status));
}

const isLetIn = (status: number) => ![401, 403].includes(status);
const isUnauthorized = (status: number) => status === 401;
const byHeader = () => doors.filter(({ inPath }) => !inPath);
const byPath = () => doors.filter(({ inPath }) => inPath);
const isIpfs = ({ name }: Door) => name.includes('/api/v0/');

describe('every door of the service', () => {
  it('covers JSON-RPC and WebSockets by chain, the balance, the gas API twice, and all of IPFS', () => {
    const gas = (door: Door) => door.name.includes('{chainId}/');
    expect(
      byPath()
        .filter((door) => !gas(door))
        .map(({ name }) => name),
    ).toEqual([
      'POST /v3/{key}',
      'POST /v3/{key}/networks/{chainId}',
      'GET /v3/{key}/credits',
      'GET /ws/v3/{key}, upgraded',
      'GET /ws/v3/{key}/networks/1, upgraded',
    ]);
    expect([byPath().filter(gas).length, byHeader().filter(gas).length]).toEqual([4, 4]);
    expect(
      byHeader()
        .filter((door) => !gas(door))
        .every(isIpfs),
    ).toBe(true);
    expect(byHeader().filter(isIpfs).length).toBeGreaterThan(10);
  });

  it('accepts a key in the header with its own secret', async () => {
    expect(await otherwise(byHeader(), [['', own.authorization]], isLetIn)).toEqual([]);
  });

  // @promise T36.2
  // @row ipfs.key
  it('rejects a right key in the header with any other secret, or none', async () => {
    const { key, secret } = own;
    const wrong = ['wrong', '', `${secret}x`, secret.slice(0, -1), guarded.secret, `${key}`];
    const tries = wrong.map((other) => ['', basic(key, other)] as const);
    expect(await otherwise(byHeader(), tries, isUnauthorized)).toEqual([]);
  });

  it('rejects a wrong key in the header, and none', async () => {
    const { key, secret } = own;
    const headers = [
      basic(unknown, secret),
      basic('', secret),
      basic(guarded.key, secret),
      basic('x', ''),
      undefined,
      '',
      'Basic',
      'Basic !!',
      `Basic ${btoa(key)}`,
      `Bearer ${key}:${secret}`,
    ];
    const tries = headers.map((authorization) => ['', authorization] as const);
    expect(await otherwise(byHeader(), tries, isUnauthorized)).toEqual([]);
  });

  it('accepts a key without a secret by an empty one alone, and not for IPFS', async () => {
    const gas = byHeader().filter((door) => !isIpfs(door));
    const empty = [['', basic(bare.key, '')]] as const;
    expect(await otherwise(gas, empty, isLetIn)).toEqual([]);
    expect(await otherwise(byHeader().filter(isIpfs), empty, (status) => status === 403)).toEqual(
      [],
    );
    const made = [['', basic(bare.key, 'made up')]] as const;
    expect(await otherwise(byHeader(), made, isUnauthorized)).toEqual([]);
  });

  it('rejects a wrong key in the path, and one that needs its secret without it', async () => {
    const { key, secret } = guarded;
    const tries = [
      [unknown, undefined] as const,
      [unknown, basic('', secret)] as const,
      ...[undefined, '', basic('', ''), basic('', 'wrong'), basic('', `${secret}x`)].map(
        (authorization) => [key, authorization] as const,
      ),
      [key, basic('', own.secret)] as const,
      [key, own.authorization] as const,
    ];
    expect(await otherwise(byPath(), tries, isUnauthorized)).toEqual([]);
    const right = [
      [key, basic('', secret)],
      [key, guarded.authorization],
      [own.key, undefined],
    ] as const;
    expect(await otherwise(byPath(), right, isLetIn)).toEqual([]);
  });
});
