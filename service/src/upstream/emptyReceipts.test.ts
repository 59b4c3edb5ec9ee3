import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EMPTY_ROOT } from '../../test/routingNode';
import { type Disposal, dispose, fakeNode, rpc, testService } from '../../test/testService';
import type { Service } from '../service';

type Fields = Record<string, unknown>;

const recording = '../../../test/vectors/execution-apis/eth_getBlockByNumber/get-latest.io';
const [, reply = ''] = readFileSync(join(__dirname, recording), 'utf8').split('<< ');
const block: Fields = { ...(JSON.parse(reply) as { result: Fields }).result, number: '0x77' };

const undo: Disposal = [];
/** The node's answer for the block whose receipts were requested; it never has receipts. */
let told: unknown;
let asked: unknown[];
let service: Service;
let key: string;

beforeAll(async () => {
  const eth = await fakeNode(undo, ({ method, params }) => {
    if (method === 'eth_getBlockReceipts') return [];
    asked.push([method, params]);
    return told;
  });
  service = await testService(undo, { eth: [eth] });
  key = (await service.createKey({ plan: 'custom' })).apiKey.key;
});
afterAll(() => dispose(undo));
beforeEach(() => {
  asked = [];
});

const ask = (of: unknown) => rpc(service.url, key, 'eth_getBlockReceipts', [of]);
const resultOf = async (of: unknown): Promise<unknown> => {
  const { status, body } = await ask(of);
  expect(status).toBe(200);
  return (body as Fields).result;
};

describe('a node that has an empty list for any block', () => {
  const byHash = { blockHash: block.hash, requireCanonical: true };

  it.each([
    ['0x77', 'eth_getBlockByNumber', '0x77'],
    ['119', 'eth_getBlockByNumber', '0x77'],
    ['safe', 'eth_getBlockByNumber', 'safe'],
    [{ blockNumber: '0x77' }, 'eth_getBlockByNumber', '0x77'],
    [block.hash, 'eth_getBlockByHash', block.hash],
    [byHash, 'eth_getBlockByHash', block.hash],
  ])('checks whether the block exists by %p', async (of, method, asks) => {
    told = null;
    expect(await resultOf(of)).toBeNull();
    const error = { code: -32000, message: 'Unknown block' };
    told = JSON.stringify({ jsonrpc: '2.0', id: 1, error });
    expect(await resultOf(of)).toBeNull();
    told = { ...block, transactions: [], transactionsRoot: EMPTY_ROOT, receiptsRoot: EMPTY_ROOT };
    expect(await resultOf(of)).toEqual([]);
    const once = [method, [asks, false]];
    expect(asked).toEqual([once, once, once]);
  });

  it('rejects an empty list if the block has transactions', async () => {
    told = { ...block, transactions: [block.hash] };
    const { status, body, headers } = await ask('0x77');
    expect(status).toBe(502);
    expect(headers.get('x-credits-used')).toBe('0');
    const message = 'A node told no receipts of a block that has transactions.';
    expect(body).toMatchObject({ error: { message } });
    // By now "latest" may be a later block than the one without transactions.
    expect(await resultOf('latest')).toEqual([]);
    const error = { code: -32000, message: 'too busy' };
    told = JSON.stringify({ jsonrpc: '2.0', id: 1, error });
    expect((await ask('0x77')).status).toBe(502);
  });
});
