import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { selfSigned } from '../../test/testCertificate';
import { serviceProcess } from '../../test/testProcess';
import { type Disposal, dispose, rpc, temporaryFolder } from '../../test/testService';
import { keysCommand } from '../keysCommand';

const undo: Disposal = [];
afterEach(() => dispose(undo));

let data: string;
let key: string;
let port: number;
let authority: string;
let asked: number;
beforeEach(async () => {
  data = await temporaryFolder(undo);
  await keysCommand(['create', '--data', data], (line) => {
    ({ key } = JSON.parse(line) as { key: string });
  });
  asked = 0;
  const certificate = selfSigned('localhost');
  authority = join(data, 'authority.pem');
  await writeFile(authority, certificate.cert);
  const node = createServer(certificate, async (request, response) => {
    asked += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: unknown };
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }));
  });
  await new Promise<void>((resolve) => node.listen(0, resolve));
  undo.push(() => new Promise((resolve) => node.close(resolve)));
  ({ port } = node.address() as AddressInfo);
});

const start = (name: string, env: NodeJS.ProcessEnv) =>
  serviceProcess(
    undo,
    ['--data', data, '--eth', `https://${name}:${port}`, '--log-level', 'warn'],
    env,
  );

it.each([
  ['whose authority nobody trusts', 'localhost', () => '', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [
    'with the certificate of another name',
    '127.0.0.1',
    () => authority,
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ],
])('asks nothing of a node %s, and says why', async (_which, name, trusted, reason) => {
  asked = 0;
  const { url = '', told } = await start(name, { NODE_EXTRA_CA_CERTS: trusted() });
  expect(await rpc(url, key, 'eth_blockNumber')).toMatchObject({ status: 502 });
  expect(told()).toContain(`"reasons":["https://${name}:${port}: ${reason}"]`);
  expect(asked).toBe(0);
});

it('asks a node whose authority the operator trusts', async () => {
  const { url = '' } = await start('localhost', { NODE_EXTRA_CA_CERTS: authority });
  const { body } = await rpc(url, key, 'eth_blockNumber');
  expect(body).toMatchObject({ result: '0x1' });
});
