import { describe, expect, it } from '@jest/globals';
import { startExplorerServer } from '../../../test/chain/explorerServer';
import { httpEachTest } from '../../../test/chain/httpEachTest';
import { ModuleError } from '../errors';

const KEY = 'canary0123456789abcdef';
const fine = { body: { fine: true } };

const at = httpEachTest(() => startExplorerServer(() => fine));

const get = (path = '/list?a=1', deadlineMs = 60_000) =>
  at.http.get({ url: `${at.server.url}/v1`, headers: { 'x-api-key': KEY } }, { path, deadlineMs });

describe('get', () => {
  it('asks for a path behind the endpoint, with its headers and no body', async () => {
    await expect(get()).resolves.toEqual(fine.body);
    const [asked] = at.server.asked;
    expect(asked?.method).toBe('GET');
    expect(`${asked?.url.pathname}${asked?.url.search}`).toBe('/v1/list?a=1');
    expect(asked?.headers).toMatchObject({ accept: 'application/json', 'x-api-key': KEY });
    expect(asked?.headers).not.toHaveProperty('content-type');
    expect(asked?.headers).not.toHaveProperty('content-length');
  });

  it('repeats after a failure of the server', async () => {
    at.server.answer(() => (at.server.asked.length < 2 ? { status: 503 } : fine));
    await expect(get()).resolves.toEqual(fine.body);
    expect(at.server.asked).toHaveLength(2);
  });

  it('leaves an endpoint alone that asked for it, whatever the path', async () => {
    at.server.answer(() => ({ status: 429, headers: { 'retry-after': '90' } }));
    await expect(get('/a')).rejects.toMatchObject({ kind: 'limitExceeded' });
    await expect(get('/b')).rejects.toMatchObject({ kind: 'limitExceeded' });
    expect(at.server.asked).toHaveLength(1);
  });

  it('shows neither key nor path in an error', async () => {
    at.server.answer(() => ({ status: 401, body: { message: `key ${KEY} of secret0path` } }));
    const failed = get('/secret0path?cursor=cursor0123');
    const error = await failed.catch((caught: ModuleError) => caught);
    if (!(error instanceof ModuleError)) throw new Error('It resolved.');
    const text = JSON.stringify([error.message, error.data, error.cause, error.stack]);
    for (const secret of [KEY, 'secret0path', 'cursor0123']) expect(text).not.toContain(secret);
    expect(error).toMatchObject({ kind: 'nodeFault', cause: { status: 401 } });
  });
});
