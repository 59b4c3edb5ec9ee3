import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { catchError } from '../../../test/catchError';
import { createClock } from '../../../test/wallet/clock';
import { getFailure } from './failure';
import { createStreams } from './stream';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(answer: RequestListener) {
  /** Answers that have ended, of themselves or with their connection. */
  const ended: ServerResponse[] = [];
  const server = createServer((request, response) => {
    response.on('close', () => ended.push(response));
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = createClock();
  const streams = createStreams({ fetch, ...clock });
  const open = () => streams.open([{ url }], '/api/v0/cat?arg=x', { maxBytes: 1_000 });
  return { open, ended, clock };
}

async function read(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('a stream', () => {
  it('yields bytes as they come, and fails if the stream breaks off', async () => {
    const { open } = await serve((_, response) => {
      response.writeHead(200, { 'x-content-length': '6' });
      response.end('whole!');
    });
    await expect(open().then(read)).resolves.toBe('whole!');
    const broken = await serve((_, response) => {
      response.writeHead(200, { 'x-content-length': '7' });
      response.end('whole!');
    });
    expect(getFailure(await catchError(broken.open().then(read)))).toEqual({ fault: 'dropped' });
  });

  it('ends with its connection if it is longer than was asked for', async () => {
    const { open, ended } = await serve((_, response) => {
      response.write('x'.repeat(2_000));
    });
    expect(getFailure(await catchError(open().then(read)))).toEqual({ fault: 'tooLarge' });
    await until(() => ended.length === 1);
  });

  it('accepts a body of exactly the limit', async () => {
    const { open } = await serve((_, response) => {
      response.end('x'.repeat(1_000));
    });
    await expect(open().then(read)).resolves.toHaveLength(1_000);
  });

  it('opens a silent stream again, without the old connection', async () => {
    const asked: ServerResponse[] = [];
    const { open, ended, clock } = await serve((_, response) => {
      asked.push(response);
    });
    const silent = catchError(open());
    for (const count of [1, 2]) {
      await until(() => asked.length === count);
      clock.advance(30_000);
      await until(() => ended.length === count);
    }
    expect((await silent).message).toContain('was silent for 30 s.');
  });

  // @promise P21.1
  it('ends with its connection if nothing comes any more', async () => {
    const { open, ended, clock } = await serve((_, response) => {
      response.write('begun');
    });
    const stream = await open();
    await expect(stream.next()).resolves.toMatchObject({ done: false });
    const silent = catchError(stream.next());
    clock.advance(30_000);
    expect(getFailure(await silent)).toEqual({ fault: 'timeout' });
    await until(() => ended.length === 1);
  });

  // @promise P21.1
  it.each([{ 'content-length': String(2 ** 27) }, {}])(
    'leaves no connection behind if an error has an endless body (%j)',
    async (headers) => {
      const { open, ended } = await serve((_, response) => {
        response.writeHead(400, headers);
        response.write('x'.repeat(2 ** 17)); // And then nothing, and no end.
      });
      expect(getFailure(await catchError(open()))).toEqual({ fault: 'refused', status: 400 });
      await until(() => ended.length === 1);
    },
  );

  it('reports the kind of any error, whatever its body is made of', async () => {
    const error = { code: -32005, message: { toString: 1, valueOf: 1 } };
    const { open } = await serve((_, response) => {
      response.writeHead(400).end(JSON.stringify({ error }));
    });
    expect(await catchError(open())).toMatchObject({
      kind: 'nodeFault',
      data: { reason: 'HTTP 400' },
    });
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
