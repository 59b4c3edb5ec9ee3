import type { Call } from './call';
import { isOpen } from './openMethods';

const hash = /^0x[\da-f]{64}$/i;
const number = /^0x[\da-f]{1,16}$/i;

/** Where the block stands among the params of methods that read state, which nodes drop early. */
const stateAt: Readonly<Record<string, number>> = {
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_createAccessList: 1,
  eth_getStorageAt: 2,
  eth_getProof: 2,
};
const historyAt: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getBlockReceipts: 0,
  eth_getUncleByBlockNumberAndIndex: 0,
  eth_getTransactionByBlockNumberAndIndex: 0,
  eth_getBlockTransactionCountByNumber: 0,
};

const listOf = ({ params }: Call): readonly unknown[] =>
  Array.isArray(params) ? (params as unknown[]) : [];

/** The block that is asked for by its number, and what of it. */
export const askedBlock = (
  call: Call,
): { kind: 'state' | 'history'; number: bigint } | undefined => {
  const kind = Object.hasOwn(stateAt, call.method) ? 'state' : 'history';
  const at = kind === 'state' ? stateAt[call.method] : historyAt[call.method];
  const params = listOf(call);
  const [filter] = params;
  const asked =
    call.method === 'eth_getLogs'
      ? (filter as { fromBlock?: unknown } | undefined)?.fromBlock
      : at === undefined
        ? undefined
        : params[at];
  return typeof asked === 'string' && number.test(asked)
    ? { kind, number: BigInt(asked) }
    : undefined;
};

/** True if the answer changes with the newest block. */
export const asksNewest = (call: Call): boolean => {
  const { method } = call;
  if (['eth_blockNumber', 'eth_gasPrice', 'eth_feeHistory'].includes(method)) return true;
  const at = stateAt[method] ?? historyAt[method];
  if (at === undefined) return false;
  const asked = listOf(call)[at];
  return asked === undefined || asked === 'latest';
};

/** Lookups whose answer null may mean that this node has it not yet, or no more. */
const nullable = /^eth_get(?:BlockBy|BlockReceipts|Transaction(?:By|Receipt))/;
export const mayBeElsewhere = (call: Call): boolean => {
  const [first] = listOf(call);
  return nullable.test(call.method) && typeof first === 'string' && /^0x/.test(first);
};

/** Lookups by hash or number, whose answers never change once their block is final. */
const kept = new Set([
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
]);
export const mayBeKept = (call: Call): boolean => {
  const [first] = listOf(call);
  return (
    kept.has(call.method) && typeof first === 'string' && (hash.test(first) || number.test(first))
  );
};

/** Equal for calls with the same answer; undefined where a call may do something. */
export const getQuestion = ({ method, params = [] }: Call): string | undefined =>
  isOpen(method) ? `${method} ${JSON.stringify(params).toLowerCase()}` : undefined;
