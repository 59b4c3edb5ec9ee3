import fc from 'fast-check';
import { chainIds } from '../../src/schema/primitives';
import { accountClasses } from '../../src/starknet/accounts/classes';
import { hostileTexts } from './hostileTexts';
import { junk } from './params';

type Call = { id?: unknown; method?: string };
/** Outcome of one HTTP request, or of one JSON-RPC call in it. */
export type NodeMood =
  | { kind: 'fine' | 'unreachable' | 'silent' | 'wrongId' | 'noBatch' }
  | { kind: 'result' | 'replaced'; value: unknown }
  | { kind: 'error'; code: number; message: string; data: unknown }
  | { kind: 'status'; status: number; body: unknown };

const hostile = fc.constantFrom(...hostileTexts);
const of = <K extends NodeMood['kind']>(kind: K) => fc.constant({ kind });

/** Mostly fine, so that requests get far before something fails. */
export const nodeMood: fc.Arbitrary<NodeMood> = fc.oneof(
  { weight: 10, arbitrary: of('fine') },
  { weight: 2, arbitrary: of('unreachable') },
  { weight: 1, arbitrary: fc.constantFrom('silent' as const, 'wrongId', 'noBatch').chain(of) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('result' as const), value: junk }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replaced' as const), value: junk }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('error' as const),
      code: fc.oneof(fc.integer({ min: 20, max: 70 }), fc.constantFrom(-1, -32600, -32602, -32603)),
      message: hostile,
      data: fc.oneof(hostile, junk),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(301, 400, 402, 403, 404, 408, 429, 500, 503),
      body: fc.oneof(hostile, junk),
    }),
  },
);

const transaction_hash = '0xabc';
const fee = {
  l1_gas_consumed: '0x0',
  l1_gas_price: '0x1',
  l2_gas_consumed: '0x5000',
  l2_gas_price: '0x2',
  l1_data_gas_consumed: '0x80',
  l1_data_gas_price: '0x3',
  overall_fee: '0x10000',
  unit: 'FRI',
};
const status = { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' };
/** Approximate responses of a Sepolia node. */
const usual: Record<string, unknown> = {
  starknet_specVersion: '0.10.2',
  starknet_getNonce: '0x7',
  starknet_blockHashAndNumber: { block_hash: '0xb10c', block_number: 900 },
  starknet_blockNumber: 900,
  starknet_call: ['0x455448'],
  starknet_getClassHashAt: accountClasses.argent031.classHash,
  starknet_estimateFee: [fee, fee],
  starknet_simulateTransactions: [{ fee_estimation: fee, transaction_trace: {} }],
  starknet_addInvokeTransaction: { transaction_hash },
  starknet_addDeclareTransaction: { transaction_hash, class_hash: '0x1' },
  starknet_addDeployAccountTransaction: { transaction_hash, contract_address: '0x1' },
  starknet_getTransactionStatus: status,
  starknet_getTransactionReceipt: { transaction_hash, ...status, events: [] },
  starknet_getEvents: { events: [] },
  starknet_getBlockWithTxHashes: { block_number: 900, timestamp: 1_800_000_000 },
};

/** A network of nodes and explorers: each request and call meets the next of these outcomes. */
export function randomNetwork(moods: readonly NodeMood[]): typeof globalThis.fetch {
  let asked = 0;
  const next = (): NodeMood => {
    asked += 1;
    return moods[asked % Math.max(1, moods.length)] ?? { kind: 'fine' };
  };
  const reply = (call: Call, mainnet: boolean) => {
    const mood = next();
    const id = mood.kind === 'wrongId' ? 'another' : call.id;
    if (mood.kind === 'replaced') return mood.value;
    if (mood.kind === 'error') {
      const { code, message, data } = mood;
      return { jsonrpc: '2.0', id, error: { code, message, data } };
    }
    if (mood.kind === 'result') return { jsonrpc: '2.0', id, result: mood.value };
    const chain = mainnet ? chainIds.mainnet : chainIds.sepolia;
    const result = call.method === 'starknet_chainId' ? chain : usual[call.method ?? ''];
    return { jsonrpc: '2.0', id, result };
  };

  return async (url, init) => {
    const mood = next();
    if (mood.kind === 'unreachable') throw new TypeError(`fetch failed: ${String(url)}`);
    if (mood.kind === 'silent') return new Promise(() => undefined);
    if (mood.kind === 'status') {
      const text = typeof mood.body === 'string' ? mood.body : JSON.stringify(mood.body);
      return new Response(text, { status: mood.status });
    }
    const asked: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    const isMainnet = String(url).includes('mainnet');
    const isBatch = Array.isArray(asked);
    if (isBatch && mood.kind === 'noBatch') {
      const error = { code: -32600, message: 'No batches' };
      return new Response(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
    }
    const answers = isBatch
      ? asked.map((call: Call) => reply(call, isMainnet))
      : reply(asked as Call, isMainnet);
    return new Response(JSON.stringify(answers) ?? '');
  };
}
