import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type FaultServer,
  type RpcAnswer,
  startFaultServer,
} from '../../../test/chain/faultServer';
import { createClock } from '../../../test/wallet/clock';
import { eth_getBlockReceipts } from '../ethereum/eth_getBlockReceipts';
import { eth_getProof } from '../ethereum/eth_getProof';
import { createEthereumNode } from '../ethereum/ethereum';
import { createHttp } from './http';
import { httpRpc } from './rpcTransport';

const hash = `0x${'a'.repeat(64)}`;
const unread: RpcAnswer = { error: { code: -32602, message: 'invalid argument 0' } };
const receipts: RpcAnswer = { result: [] };
let answers: [(method: string) => RpcAnswer, (method: string) => RpcAnswer];
let servers: [FaultServer, FaultServer];
beforeEach(async () => {
  answers = [() => unread, () => receipts];
  servers = [
    await startFaultServer((method) => answers[0](method)),
    await startFaultServer((method) => answers[1](method)),
  ];
});
afterEach(() => Promise.all(servers.map((server) => server.stop())));

const open = () =>
  createEthereumNode(
    httpRpc({
      http: createHttp({ fetch, ...createClock() }),
      endpoints: servers.map(({ url }) => ({ url })),
    }),
  );

describe('a form of a request that one node cannot read', () => {
  it('reaches the next node, alone of its batch', async () => {
    answers[0] = (method) => (method === 'eth_getProof' ? { result: null } : unread);
    const outcomes = await open().batch([
      eth_getBlockReceipts(hash),
      eth_getProof(`0x${'1'.repeat(40)}`, ['0x1'], 'latest'),
    ]);
    expect(outcomes).toEqual([
      { ok: true, value: [] },
      { ok: true, value: null },
    ]);
    expect(servers.map(({ calls }) => calls)).toEqual([
      ['eth_getBlockReceipts', 'eth_getProof'],
      ['eth_getBlockReceipts'],
    ]);
  });

  it.each<[string, () => void]>([
    [
      'no node reads it',
      () => {
        answers[1] = () => unread;
      },
    ],
    ['the next one cannot be asked', () => servers[1].always({ kind: 'status', status: 401 })],
  ])('fails in the node’s words if %s', async (_, make) => {
    make();
    await expect(open().read(eth_getBlockReceipts(hash))).rejects.toMatchObject({
      kind: 'invalidParams',
      data: { nodeCode: -32602, reason: 'invalid argument 0' },
    });
    expect(servers[0].calls).toHaveLength(1);
  });
});

describe('a storage key', () => {
  it('takes 32 bytes in a request, however short it is', () => {
    const account = `0x${'1'.repeat(40)}`;
    for (const key of ['0x0', '0x1f', '0xABC', hash]) {
      const [, keys] = eth_getProof(account, [key], 'latest').params as [string, string[]];
      expect(keys).toEqual([`0x${key.slice(2).padStart(64, '0')}`]);
    }
  });
});

describe('a provider that refuses a key', () => {
  it.each([
    ['invalid project id\n', 'invalid project id'],
    ['"Unauthorized: the key has expired"', 'Unauthorized: the key has expired'],
    ['<html><body>no</body></html>', 'HTTP 401'],
    ['', 'HTTP 401'],
  ])('explains itself in its own words: %j', async (body, reason) => {
    for (const server of servers) server.always({ kind: 'status', status: 401, body });
    await expect(open().read(eth_getBlockReceipts('latest'))).rejects.toMatchObject({
      kind: 'nodeFault',
      data: { reason },
    });
  });
});
