import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reachedFromOutside } from '../../../test/stage/reachedFromOutside';
import {
  buildTestModule,
  dapp,
  rawRequest,
  startWallet,
  type WalletProcess,
} from '../../test-module/walletProcess';

let folder: string;
let wallet: WalletProcess;
let own: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  buildTestModule(join(folder, 'module'), 'one');
  wallet = await startWallet(join(folder, 'module'), join(folder, 'data'));
  own = {
    host: `127.0.0.1:${wallet.port}`,
    origin: wallet.url,
    'x-wallet-token': wallet.token,
    'content-type': 'application/json',
  };
}, 60_000);

afterAll(async () => {
  await wallet.stop();
  await rm(folder, { recursive: true });
});

const rpcBody = JSON.stringify({ method: 'wallet_getSnaps' });

async function rpcStatus(headers: Record<string, string>, body = rpcBody): Promise<number> {
  const base = { 'content-type': 'application/json', origin: dapp };
  const all = { ...base, ...headers };
  return (await rawRequest(wallet.port, '/rpc', { method: 'POST', headers: all, body })).status;
}

async function commandStatus(headers: Record<string, string>): Promise<number> {
  const body = JSON.stringify({ do: 'closePage' });
  const all = { ...own, ...headers };
  return (await rawRequest(wallet.port, '/command', { method: 'POST', headers: all, body })).status;
}

describe('the way in', () => {
  // @promise T36.1
  it('listens on the loopback interface alone', async () => {
    expect(await reachedFromOutside(wallet.url)).toEqual([]);
  });

  // @promise T36.2
  it.each([
    'evil.example.org',
    'evil.example.org:80',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost.evil.example.org',
  ])('refuses the host name %s', async (host) => {
    expect((await rawRequest(wallet.port, '/', { headers: { host } })).status).toBe(421);
    expect(await rpcStatus({ host })).toBe(421);
    expect(await commandStatus({ host })).toBe(421);
  });

  // @promise T36.2
  it.each([
    'null',
    'file://',
    'chrome-extension://abcdef',
    'http://127.0.0.1:3000/',
    'http://127.0.0.1:3000/path',
    'HTTP://127.0.0.1:3000',
    'https://user@dapp.example.org',
    'https://dapp.example.org:443',
    'metamask',
    'npm:@xnet/module',
    '',
  ])('refuses the origin "%s"', async (origin) => {
    expect(await rpcStatus({ origin })).toBe(403);
  });

  it('identifies a dapp by its Origin header, whatever the body says', async () => {
    const body = JSON.stringify({ method: 'wallet_getSnaps', origin: 'https://bank.example.org' });
    expect(await rpcStatus({}, body)).toBe(200);
    const { requests } = await wallet.until(() => true);
    expect(requests[0]?.origin).toBe(dapp);
  });

  it('accepts JSON objects only', async () => {
    expect(await rpcStatus({ 'content-type': 'text/plain' })).toBe(415);
    expect(await rpcStatus({}, 'method=x')).toBe(400);
    expect(await rpcStatus({}, '[]')).toBe(400);
    expect(await rpcStatus({}, '{}')).toBe(400);
    expect(await rpcStatus({}, '{"method":1}')).toBe(400);
  });

  // @promise T20.1
  it.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s', async (key) => {
    const body = `{"method":"wallet_getSnaps","params":{"a":[{"${key}":{"polluted":1}}]}}`;
    const headers = { 'content-type': 'application/json', origin: dapp };
    const refused = await rawRequest(wallet.port, '/rpc', { method: 'POST', headers, body });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(`The key \\"${key}\\" is not accepted.`);
  });

  it('survives what is too large or too deep', async () => {
    const large = JSON.stringify({ method: 'x', params: { text: 'x'.repeat(17 * 1024 * 1024) } });
    expect(await rpcStatus({}, large).catch(() => 413)).toBe(413);
    const deep = `{"method":"x","params":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect(await rpcStatus({}, deep)).toBe(400);
    expect(await rpcStatus({})).toBe(200);
  });

  it('accepts JSON by the name of its type, in any spelling and with parameters', async () => {
    for (const type of ['Application/JSON', 'application/json; charset=utf-8'])
      expect(await rpcStatus({ 'content-type': type })).toBe(200);
    for (const type of ['application/jsonx', 'text/plain; application/json', ''])
      expect(await rpcStatus({ 'content-type': type })).toBe(415);
  });

  it('refuses a method of more than 200 characters', async () => {
    for (const [length, status] of [
      [200, 200],
      [201, 400],
    ])
      expect(await rpcStatus({}, JSON.stringify({ method: 'x'.repeat(length ?? 0) }))).toBe(status);
  });

  it.each([
    ['GET', '/rpc', 405],
    ['PUT', '/rpc', 405],
    ['GET', '/state', 405],
    ['GET', '/feed', 404],
    ['GET', '/command', 404],
    ['PUT', '/', 405],
    ['OPTIONS', '/command', 405],
    ['POST', '/', 404],
    ['POST', '/nothing', 404],
    ['POST', '/rpc/', 404],
  ])('answers %s %s by %i, whoever asks', async (method, path, status) => {
    const body = method === 'POST' ? { body: rpcBody } : {};
    const asked = await rawRequest(wallet.port, path, { method, headers: own, ...body });
    expect(asked.status).toBe(status);
  });

  it('reports the state to pages alone, and nothing to one that is not connected', async () => {
    const state = async (headers: Record<string, string>, body = '{}') => {
      const all = { 'content-type': 'application/json', origin: dapp, ...headers };
      return rawRequest(wallet.port, '/state', { method: 'POST', headers: all, body });
    };
    const { status, headers, text } = await state({});
    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe(dapp);
    expect(JSON.parse(text)).toEqual({
      connection: null,
      chainId: null,
      account: null,
    });
    expect((await state({ origin: 'null' })).status).toBe(403);
    expect((await state({ 'content-type': 'text/plain' })).status).toBe(415);
    expect((await state({}, '[]')).status).toBe(400);
  });

  it('answers a preflight for the dapp that asked, and for JSON', async () => {
    const headers = { origin: dapp, 'access-control-request-method': 'POST' };
    const { status, headers: sent } = await rawRequest(wallet.port, '/rpc', {
      method: 'OPTIONS',
      headers,
    });
    expect(status).toBe(204);
    expect(sent['access-control-allow-origin']).toBe(dapp);
    expect(sent['access-control-allow-headers']).toBe('content-type');
    expect(sent['access-control-allow-methods']).toBe('POST');
    expect(sent.vary).toBe('Origin');
    // The preflight of a public page that wants to access this machine.
    expect(sent['access-control-allow-private-network']).toBeUndefined();
    const ask = { ...headers, 'access-control-request-private-network': 'true' };
    const allowed = await rawRequest(wallet.port, '/rpc', { method: 'OPTIONS', headers: ask });
    expect(allowed.headers['access-control-allow-private-network']).toBe('true');
  });
});

describe("the wallet's page", () => {
  it('answers approvals only by the page’s origin and token', async () => {
    expect(await commandStatus({})).toBe(200);
    expect(await commandStatus({ origin: dapp })).toBe(403);
    expect(await commandStatus({ origin: 'null' })).toBe(403);
    expect(await commandStatus({ 'x-wallet-token': 'x'.repeat(43) })).toBe(403);
    expect(await commandStatus({ 'x-wallet-token': '' })).toBe(403);
    expect(await commandStatus({ 'content-type': 'text/plain' })).toBe(415);
  });

  // @promise T35.1
  it('opens in a window, never inside another page or for its scripts', async () => {
    const shown = await rawRequest(wallet.port, '/', {
      headers: { 'sec-fetch-dest': 'document' },
    });
    expect(shown.status).toBe(200);
    expect(shown.headers['x-frame-options']).toBe('DENY');
    for (const destination of ['iframe', 'empty', 'script', 'object']) {
      const headers = { 'sec-fetch-dest': destination };
      expect((await rawRequest(wallet.port, '/', { headers })).status).toBe(403);
    }
  });

  // @promise T35.1
  it('runs its own files alone, talks to its own server, sends no form, and is in no frame', async () => {
    for (const path of ['/', '/page.js', '/page.css', '/nothing']) {
      const { headers } = await rawRequest(wallet.port, path, {});
      expect(String(headers['content-security-policy']).split('; ').sort()).toEqual([
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        'img-src data:',
        "script-src 'self'",
        "style-src 'self'",
      ]);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
    }
  });

  it('gives other origins its provider script and nothing else', async () => {
    const provider = await rawRequest(wallet.port, '/provider.js', {});
    expect(provider.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(provider.text).not.toContain(wallet.token);
    const page = await rawRequest(wallet.port, '/', {});
    expect(page.headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
    expect((await rawRequest(wallet.port, '/../src/main.ts', {})).status).toBe(404);
  });
});

describe('the command line', () => {
  it('explains a wrong command line', () => {
    const run = () =>
      execFileSync(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
        cwd: join(__dirname, '../..'),
        stdio: 'pipe',
      });
    expect(run).toThrow(/--module is missing/);
  });
});
