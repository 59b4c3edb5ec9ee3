import { readPause } from '@xnet/clients/transport/failure';
import type { Call } from './call';

/**
 * The class of a fault, which decides who may answer. `revert`, `caller`: no node can do better. `known`: the
 * transaction was sent before. `refused`: an error of no known class, such as for state that the
 * node has dropped. After these, and all others, every other node is asked.
 */
export type Fault =
  | 'revert'
  | 'caller'
  | 'known'
  | 'rate'
  | 'quota'
  | 'auth'
  | 'method'
  | 'node'
  | 'refused';

export type RpcFault = { code?: unknown; message?: unknown; data?: unknown };

/** Methods that run a contract, which writes the reason of a revert. */
const running =
  /^(?:eth_call|eth_estimateGas|eth_createAccessList|eth_simulateV1|debug_traceCall)$/;
const reverted =
  /^(?:execution reverted|vm execution error|vm exception|transaction: revert|evm error|reverted?\b|out of gas|gas required exceeds|invalid opcode|invalid jump|stack (?:under|over)flow|err: )/i;
const revertData = /^(?:reverted )?0x(?:[\da-f]{2})+$/i;

const isRevert = (method: string, { code, message, data }: RpcFault): boolean => {
  if (!running.test(method)) return false;
  if (reverted.test(String(message))) return true;
  if (typeof data === 'string' && revertData.test(data)) return true;
  return (code === 3 || code === -32015) && message !== 'Unknown block';
};

/** Codes that mean the same at all known nodes. */
const codes: readonly [Fault, ...unknown[]][] = [
  ['rate', 429, -32090],
  ['quota', 402],
  ['auth', 401, 403],
  ['method', -32601, -32604],
  ['node', -32603, -32002],
];
/** Codes of many meanings, such as a low gas price: a limit where the node says when to come back. */
const rated: readonly unknown[] = [-32005, -32007, -32009, -32012];

/**
 * Whole messages where a code alone does not tell: each is a node's own, without a place for
 * anything of the caller's. Part of a message never counts, as nodes repeat what callers wrote.
 */
const messages: readonly (readonly [Fault, RegExp])[] = [
  ['known', /^(?:already_exists: )?already known$|^(?:known transaction|already imported)\.?$/i],
  ['known', /^known transaction: (?:0x)?[\da-f]{64}$|^transaction already in mempool$/i],
  ['quota', /^daily request count exceeded(?:, request rate limited)?$/i],
  ['quota', /^monthly capacity limit exceeded\.?$/i],
  [
    'auth',
    /^must be authenticated!?$|^invalid api key\.?$|^(?:key is inactive|token is invalid)$/i,
  ],
  ['rate', /^project id request rate exceeded$|^(?:too many requests|rate limit exceeded)\.?$/i],
  ['rate', /^\d+\/(?:second|minute) request limit reached(?: - [a-z ]+ at quicknode\.com)?$/i],
  ['rate', /^(?:credits|trace requests) limited to \d+\/sec(?:ond)?$/i],
];

/** True if the caller has written the text, so that it is no node's own. */
const hasWritten = (value: unknown, text: string): boolean => {
  if (typeof value === 'string') return value.toLowerCase().includes(text.toLowerCase());
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, part]) => hasWritten(name, text) || hasWritten(part, text),
  );
};

/** The class of an error that a node replied with: by its code, then by its whole message. */
export const classifyFault = ({ method, params }: Call, error: RpcFault): Fault => {
  if (isRevert(method, error)) return 'revert';
  const { code, message } = error;
  const faultOfCode = codes.find(([, ...all]) => all.includes(code))?.[0];
  if (faultOfCode !== undefined) return faultOfCode;
  if (rated.includes(code) && readPause(null, { error }, 0) !== undefined) return 'rate';
  if (typeof code === 'number' && code <= -38_000 && code > -39_000) return 'caller';
  if (typeof message !== 'string' || hasWritten(params, message)) return 'refused';
  return messages.find(([, form]) => form.test(message))?.[0] ?? 'refused';
};

/** The class of an HTTP status without a JSON-RPC reply; 503 is a limit if it says when to come back. */
export const faultOfStatus = (status: number, retryAfter: string | null): Fault => {
  if (status === 429 || (status === 503 && retryAfter !== null)) return 'rate';
  if (status === 402) return 'quota';
  if (status === 401 || status === 403) return 'auth';
  if (status === 413) return 'refused';
  if (status === 405 || status === 415) return 'method';
  return 'node';
};

/** True if each node would say the same. */
export const isForAll = (fault: Fault): boolean =>
  fault === 'revert' || fault === 'caller' || fault === 'known';
