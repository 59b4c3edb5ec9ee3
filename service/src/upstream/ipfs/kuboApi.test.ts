import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { type Disposal, dispose } from '../../../test/testService';
import { connectKubo } from './kuboApi';

const undo: Disposal = [];
afterEach(() => dispose(undo));

/** A node that rejects requests in the given way. */
const open = async (refuse: (response: ServerResponse) => void) => {
  const server = createServer((request, response) => {
    request.resume();
    response.statusCode = 500;
    refuse(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(async () => server.close());
  undo.push(async () => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const { post, close } = connectKubo(`http://127.0.0.1:${port}`);
  undo.push(close);
  return () => post('cat', new URLSearchParams());
};

it.each([
  ['{"Message":"no \\"such\\" path","Code":0}', 'no "such" path'],
  ['{"Message":7}', 'The IPFS node refused.'],
  ['null', 'The IPFS node refused.'],
  [
    '{"Message":"open /data/.ipfs/blocks/XX/put-1: no space left; dial /ip4/10.0.0.1/tcp/4001"}',
    'open …: no space left; dial …',
  ],
  ['{"Message":"lock C:\\\\data\\\\ipfs\\\\repo.lock"}', 'lock …'],
  [
    '{"Message":"no link named \\"x\\" under /ipfs/bafy/x"}',
    'no link named "x" under /ipfs/bafy/x',
  ],
  ['<html>', 'The IPFS node refused.'],
])('passes on what a node says of a refusal: %s', async (text, message) => {
  const ask = await open((response) => response.end(text));
  await expect(ask()).rejects.toMatchObject({ kind: 'ipfsFailed', message });
});

it('passes on what a node says of arguments, in plain text', async () => {
  const ask = await open((response) => {
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('argument "ipfs-path" is required\n');
  });
  const message = 'argument "ipfs-path" is required';
  await expect(ask()).rejects.toMatchObject({ kind: 'malformed', message });
});

it('reads no refusal without an end', async () => {
  let sent = 0;
  const ask = await open((response) => {
    const more = (): void => {
      while (!response.destroyed && sent < 1e8 && response.write('x'.repeat(65_536)))
        sent += 65_536;
      if (sent >= 1e8) response.end();
    };
    response.on('drain', more);
    more();
  });
  await expect(ask()).rejects.toMatchObject({ kind: 'ipfsFailed' });
  // What the system's buffers held.
  expect(sent).toBeLessThan(5e7);
});
