import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { connectNodes } from '../../test/connectNodes';
import { type Disposal, dispose, fakeNode } from '../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

// @promise P15.1
it('waits for no node that has just failed while another one is there', async () => {
  const now = { hangs: false, probes: 0 };
  const server = createServer((request, response) => {
    request.resume();
    if (!now.hangs) return response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
    now.probes += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(async () => server.close());
  undo.push(async () => server.closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = [url, await fakeNode(undo, () => 'two')];
  const ethereum = await connectNodes(undo, urls, { clock: () => 0, deadlineMs: 3_000 });
  now.hangs = true;
  expect(await ethereum.ask('eth_call', [])).toBe('two');
  // The abandoned call, and the chain id request that is still open.
  while (now.probes < 2) await new Promise(setImmediate);
  expect(await ethereum.ask('eth_call', [])).toBe('two');
  expect(now.probes).toBe(2);
});
