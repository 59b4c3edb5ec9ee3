import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Disposal,
  dispose,
  fakeNode,
  post,
  rpc,
  testService,
} from '../../../test/testService';
import type { Service } from '../../service';

type Fields = Record<string, unknown>;

/** The response of a recorded exchange of ethereum/execution-apis (CC0). */
const recorded = <T = Fields>(file: string): T => {
  const path = join(__dirname, '../../../../test/vectors/execution-apis', file);
  const line = readFileSync(path, 'utf8')
    .split('\n')
    .find((each) => each.startsWith('<< '));
  return (JSON.parse(line?.slice(3) ?? '') as { result: T }).result; // the type of the recording
};
const header = recorded('eth_getBlockByNumber/get-block-merge-fork.io');
const whole = recorded('eth_getBlockByNumber/get-latest.io');
const [legacy] = whole.transactions as Fields[];
const [receipt] = recorded<[Fields]>('eth_getBlockReceipts/get-block-receipts-latest.io');
const zeros = `0x${'0'.repeat(64)}`;

const undo: Disposal = [];
/** The node's answer to every call: a result, or the text of a whole response. */
let told: unknown;
let service: Service;
let key: string;
let asked = 0;

beforeAll(async () => {
  const eth = await fakeNode(undo, () => {
    asked += 1;
    return told;
  });
  // What it says of final blocks would be kept.
  service = await testService(undo, { eth: [eth], limits: { pollMs: 0 } });
  key = (await service.createKey({ plan: 'custom' })).apiKey.key;
});
afterAll(() => dispose(undo));
beforeEach(() => {
  asked = 0;
});

const ask = (method: string, params: unknown[]) => rpc(service.url, key, method, params);
const resultOf = async (method: string, params: unknown[]): Promise<Fields> => {
  const { status, body } = await ask(method, params);
  expect(status).toBe(200);
  return (body as { result: Fields }).result;
};

describe('a pending block', () => {
  const nothing = { hash: null, number: null, nonce: null, logsBloom: null };

  // @row eth.pending
  it('removes what only a block of the chain has, also from its transactions', async () => {
    told = whole;
    const block = await resultOf('eth_getBlockByNumber', ['pending', true]);
    expect(block).toMatchObject(nothing);
    const { parentHash, withdrawals, miner } = whole;
    expect(block).toMatchObject({ parentHash, withdrawals, miner });
    for (const transaction of block.transactions as Fields[]) {
      const place = { blockHash: null, blockNumber: null, transactionIndex: null };
      expect(transaction).toMatchObject({ ...place, blockTimestamp: '0x21c' });
    }
    const again = await resultOf('eth_getBlockByNumber', ['latest', true]);
    expect(again).toMatchObject({ hash: whole.hash, miner: whole.miner });
  });

  it('recognizes a pending block by its missing hash, too', async () => {
    told = { ...header, hash: null };
    expect(await resultOf('eth_getBlockByNumber', ['0x24', false])).toMatchObject(nothing);
  });

  it('gives transactions and uncles without a place', async () => {
    told = legacy;
    const transaction = await resultOf('eth_getTransactionByBlockNumberAndIndex', [
      'pending',
      '0x0',
    ]);
    const place = { blockHash: null, blockNumber: null, transactionIndex: null };
    expect(transaction).toMatchObject({ ...place, hash: legacy?.hash });
    told = header;
    const uncle = await resultOf('eth_getUncleByBlockNumberAndIndex', ['pending', '0x0']);
    expect(uncle).toMatchObject({ ...nothing, miner: header.miner });
  });
});

describe('the chain id of a transaction', () => {
  it.each([
    ['0x0', undefined],
    ['0x1', undefined],
    ['0x2', '0x1'],
    ['0x3', '0x1'],
    ['0x4', '0x1'],
  ])('returns for type %s the chain id %s', async (type, chainId) => {
    const { chainId: _, ...transaction } = legacy ?? {};
    for (const ids of [{}, { chainId: '0x1' }, { chainID: '0x1' }]) {
      told = { ...transaction, ...ids, type };
      const result = await resultOf('eth_getTransactionByBlockNumberAndIndex', ['0x36', '0x0']);
      expect(result.chainId).toBe(chainId);
      expect('chainID' in result).toBe(chainId !== undefined && 'chainID' in ids);
      told = { ...whole, transactions: [told] };
      const block = await resultOf('eth_getBlockByNumber', ['0x36', true]);
      expect((block.transactions as Fields[])[0]?.chainId).toBe(chainId);
    }
  });
});

describe('the recovery id of a transaction', () => {
  const { v: _, yParity: __, ...unsigned } = legacy ?? {};
  it.each([
    ['is left out of a type of another chain that has none', { type: '0x6a' }, undefined],
    ['is the parity that a node tells in its place', { type: '0x2', yParity: '0x1' }, '0x1'],
  ])('corrects the recovery id: it %s', async (_name, fields, v) => {
    told = { ...unsigned, ...fields };
    const result = await resultOf('eth_getTransactionByBlockNumberAndIndex', ['0x36', '0x0']);
    expect(result.v).toBe(v);
    told = { ...whole, transactions: [told] };
    const block = await resultOf('eth_getBlockByNumber', ['0x36', true]);
    expect((block.transactions as Fields[])[0]?.v).toBe(v);
  });
});

describe('the total difficulty', () => {
  // @row eth.totalDifficulty
  it('adds the total difficulty after the chain’s last block of work', async () => {
    told = header;
    const block = await resultOf('eth_getBlockByNumber', ['0x24', false]);
    expect(block).toEqual({ ...header, totalDifficulty: '0xc70d815d562d3cfa955' });
    told = { ...header, hash: zeros, totalDifficulty: '0x7' };
    expect(await resultOf('eth_getBlockByHash', [zeros, false])).toMatchObject({
      totalDifficulty: '0x7',
    });
    told = { ...header, difficulty: '0x1' };
    expect(await resultOf('eth_getBlockByNumber', ['0x24', false])).not.toHaveProperty(
      'totalDifficulty',
    );
  });

  // @row eth.uncle
  it('returns null as an unknown uncle’s total difficulty, and no transactions', async () => {
    told = { ...header, transactions: [] };
    const uncle = await resultOf('eth_getUncleByBlockNumberAndIndex', ['0x24', '0x0']);
    const { transactions: _, ...fields } = header;
    expect(uncle).toEqual({ ...fields, totalDifficulty: null });
  });
});

describe('what is not there', () => {
  const refusals = [
    { code: -32000, message: 'header not found' },
    { code: -32000, message: 'Block not found' },
    { code: -32000, message: 'block not found: 0x77' },
    { code: -32000, message: 'Unknown block' },
    { code: -39001, message: 'unknown block' },
    { code: -32001, message: 'Cannot find it' },
    { code: -32602, message: 'BlockOutOfRangeError: block height is 7 but requested was 99' },
    { code: -32602, message: 'requested block greater than current height' },
  ];
  // @row eth.null
  it.each([
    ['eth_getBlockByNumber', ['0x77', false]],
    ['eth_getBlockByHash', [zeros, false]],
    ['eth_getTransactionByBlockNumberAndIndex', ['0x77', '0x0']],
    ['eth_getUncleByBlockNumberAndIndex', ['0x77', '0x0']],
    ['eth_getBlockReceipts', ['0x77']],
  ] as [string, unknown[]][])(
    'returns null from %s, whatever the node says',
    async (method, params) => {
      for (const error of refusals) {
        told = JSON.stringify({ jsonrpc: '2.0', id: 1, error });
        expect((await ask(method, params)).body).toEqual({ jsonrpc: '2.0', id: 1, result: null });
      }
      told = null;
      expect(await resultOf(method, params)).toBeNull();
    },
  );

  it('passes on the error of a node that pruned the answer or lacks the method', async () => {
    for (const error of [
      { code: 4444, message: 'pruned history unavailable' },
      { code: -32000, message: 'block state not found, it was pruned' },
      { code: -32601, message: 'the method eth_getBlockReceipts does not exist: unknown block' },
      { code: -32602, message: 'invalid argument 0' },
      { code: -32602, message: 'Invalid params: unknown block tag' },
      { code: -32602, message: 'invalid argument 0: block hash not found in params' },
    ]) {
      told = JSON.stringify({ jsonrpc: '2.0', id: 1, error });
      expect((await ask('eth_getBlockReceipts', ['0x77'])).body).toMatchObject({ error });
    }
    const error = { code: -32000, message: 'header not found' };
    told = JSON.stringify({ jsonrpc: '2.0', id: 1, error });
    expect((await ask('eth_getProof', [`0x${'1'.repeat(40)}`, [], '0x77'])).body).toMatchObject({
      error,
    });
  });
});

describe("a node's spelling", () => {
  it('corrects what it understands, and keeps other fields', async () => {
    told = [{ ...receipt, status: 1, blobGasPrice: '0x1', further: { a: [null, 1.5] } }];
    expect(await resultOf('eth_getBlockReceipts', ['latest'])).toEqual([
      { ...receipt, status: '0x1', blobGasPrice: '0x1', further: { a: [null, 1.5] } },
    ]);
  });

  it('passes on a result to the letter if nothing changes', async () => {
    const rest = `${JSON.stringify(recorded('eth_getProof/get-account-proof-latest.io')).slice(0, -1)},"big":123456789012345678901234567890 }}`;
    told = `{"jsonrpc":"2.0","id":1,"result":${rest}`;
    const call = { jsonrpc: '2.0', method: 'eth_getProof', params: [] };
    // The node never sees the last two ids: the service sends one of its own.
    for (const id of [1, 1, null, -7]) {
      const response = await fetch(`${service.url}/v3/${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...call, id }),
      });
      expect(await response.text()).toBe(
        `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${rest}`,
      );
    }
  });
});

describe("a node's nonsense", () => {
  const nonsense: [string, unknown[], unknown, string][] = [
    ['eth_getBlockByNumber', ['0x24', false], { ...header, gasUsed: 21_000 }, 'gasUsed'],
    ['eth_getBlockByNumber', ['0x24', false], 'no block', 'Expected'],
    ['eth_getBlockByHash', [zeros, true], { ...whole, transactions: [{}] }, 'transactions.0'],
    ['eth_getTransactionByBlockNumberAndIndex', ['0x36', '0x0'], { ...legacy, v: 1 }, 'v: '],
    ['eth_getUncleByBlockNumberAndIndex', ['0x36', '0x0'], { ...header, size: 7 }, 'size'],
    ['eth_getBlockReceipts', ['0x36'], [{ ...receipt, status: null }], '0: '],
    ['eth_getProof', [zeros.slice(0, 42), [], '0x36'], { balance: '0x0' }, 'address'],
  ];

  it.each(nonsense)('answers 502 with the reason to %s %p', async (method, params, result, why) => {
    told = JSON.stringify({ jsonrpc: '2.0', id: 1, result });
    const { status, body, headers } = await ask(method, params);
    expect(status).toBe(502);
    const { error } = body as { error: { code: number; message: string } };
    expect(error).toMatchObject({ code: -32603, data: { status: 502 } });
    expect(error.message).toContain(method);
    expect(error.message).toContain(why);
    expect(headers.get('x-credits-used')).toBe('0');
  });

  it('counts nonsense, fails its part of a batch alone, and keeps the node open', async () => {
    const count = async (): Promise<number> => {
      const text = await (await fetch(`${service.operationsUrl}/metrics`)).text();
      return Number(/seconds_count\{[^}]*outcome="nonsense"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const before = await count();
    told = { ...header, gasUsed: 7 };
    const call = { jsonrpc: '2.0', method: 'eth_getBlockByNumber', params: ['0x1', false] };
    for (let index = 0; index < 6; index += 1) await ask(call.method, call.params);
    expect((await count()) - before).toBe(6);
    const batch = [
      { ...call, id: 1 },
      { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [] },
    ];
    expect((await post(`${service.url}/v3/${key}`, batch)).body).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ data: { status: 502 } }) }),
      { jsonrpc: '2.0', id: 1, result: told },
    ]);
    expect(asked).toBe(8);
  });

  // @promise P25.1
  it('asks the next node, if one exists', async () => {
    const liar = await fakeNode(undo, () => ({ ...header, gasUsed: 7 }));
    const honest = await fakeNode(undo, () => header);
    const both = await testService(undo, { eth: [liar, honest] });
    const { apiKey } = await both.createKey({});
    const { body } = await rpc(both.url, apiKey.key, 'eth_getBlockByNumber', ['0x24', false]);
    expect(body).toMatchObject({ result: { hash: header.hash } });
  });
});
