import type { Call } from './call';

/**
 * What is wrong, and so who may answer. `revert`, `caller`: no node can do better. `known`: the
 * transaction was sent before. All others: another node may. After `range` and `unknown` one other
 * node is asked, after the rest all are.
 */
export type Fault =
  | 'revert'
  | 'caller'
  | 'known'
  | 'data'
  | 'lag'
  | 'range'
  | 'rate'
  | 'quota'
  | 'auth'
  | 'method'
  | 'pool'
  | 'node'
  | 'unknown';

export type RpcFault = { code?: unknown; message?: unknown; data?: unknown };

/** Methods that run a contract, which writes the reason of a revert: no pattern may see that. */
const running =
  /^(?:eth_call|eth_estimateGas|eth_createAccessList|eth_simulateV1|debug_traceCall)$/;
const reverted =
  /^(?:execution reverted|vm execution error|vm exception|transaction: revert|evm error|reverted?\b|out of gas|gas required exceeds|invalid opcode|invalid jump|stack (?:under|over)flow|err: )/i;
const revertData = /^(?:reverted )?0x(?:[\da-f]{2})+$/i;

const isRevert = (method: string, { code, message, data }: RpcFault): boolean => {
  if (!running.test(method)) return false;
  if (reverted.test(String(message))) return true;
  if (typeof data === 'string' && revertData.test(data)) return true;
  return (code === 3 || code === -32015) && !/^unknown block/i.test(String(message));
};

type Texts = readonly [Fault, ...RegExp[]];

/** Of a transaction, in the words of nodes. "Sender is over rate limit": all lead to one sequencer. */
const ofSending: readonly Texts[] = [
  ['known', /already known|known transaction|already imported|already_exists|already in mempool/i],
  [
    'caller',
    /sender is over rate limit|nonce too|replacement transaction|insufficient funds|intrinsic gas/i,
    /max (?:priority )?fee per gas|exceeds block gas|invalid sender|invalid chain id|rlp:/i,
  ],
  ['pool', /pool is full|underpriced|account limit|in-flight transaction limit|oversized data/i],
];

/** Texts of nodes and providers, the more certain ones first. Codes alone mean little: see below. */
const texts: readonly Texts[] = [
  [
    'quota',
    /free tier|monthly capacity|your current plan|daily request count|upgrade (?:your|to)|\/billing|payment required/i,
  ],
  [
    'auth',
    /must be authenticated|invalid api key|api key .*(?:invalid|not)|key is inactive|token is invalid|unauthori[sz]ed/i,
  ],
  [
    'data',
    /missing trie node|state .*(?:not available|unavailable|is pruned|already discarded|have ?n.t been fully indexed)/i,
    /pruned|no state available|proof window|archive|empty reader set|required data unavailable|old data not available/i,
    /transaction indexing is in progress|receipts not found|body not found|historical (?:rpc|backend)|purged for block/i,
  ],
  [
    'lag',
    /initial sync|still syncing|failed to get (?:latest|safe|finalized)|(?:safe|finalized|pending) block (?:not found|is not available)/i,
    /beyond (?:current )?head|after last accepted|unfinalized data|greater than latest|height must be less|unsupported block number|out ?of ?range/i,
    /(?:header|block|resource)s?\b.*\bnot found|(?:unknown|could not find|no such) (?:block|header)|lower height/i,
  ],
  [
    'range',
    /block range|range is too large|ranges? (?:over|limit)|returned more than|logs over more|response (?:size|is too big|too large)|too many (?:results|blocks|logs)|exceeds? max(?:imum)? (?:results|block)|limited to a .*range|batch too large|specify less|exceeded max limit/i,
  ],
  [
    'rate',
    /too many requests|rate.?limit|request limit|requests? limited to|credits limited to|compute units per second|requests per second|limit exceeded|maximum qps|over capacity/i,
  ],
  [
    'method',
    /method .*(?:not found|does not exist|not available|not supported)|unsupported method|not whitelisted|is disabled|not enabled/i,
  ],
  [
    'node',
    /internal error|timed? ?out|timeout|aborted|deadline exceeded|no available upstreams|no backend|service unavailable|bad gateway|temporarily/i,
  ],
  [
    'caller',
    /invalid (?:argument|params|block range params)|missing value|param is required|cannot unmarshal|failed to parse|rlp:|exceed max (?:topics|addresses)/i,
  ],
];

/** Codes that mean the same at all known nodes, or the usual thing where the text says nothing. */
const codes: readonly [Fault, ...unknown[]][] = [
  ['data', 4444, 4445],
  ['lag', -39001, -32008],
  ['rate', 429, -32005, -32007, -32009, -32012, -32090],
  ['quota', 402],
  ['auth', 401, 403],
  ['method', -32601, -32604],
  ['node', -32603, -32002],
  ['caller', -32600, -32602, -32700],
];

/** The class of an error that a node replied with. */
export const classifyFault = ({ method }: Pick<Call, 'method'>, error: RpcFault): Fault => {
  if (isRevert(method, error)) return 'revert';
  const message = String(error.message);
  const isSending = method.startsWith('eth_send');
  const found = (isSending ? [...ofSending, ...texts] : texts).find(([, ...forms]) =>
    forms.some((form) => form.test(message)),
  );
  if (found !== undefined) return found[0];
  const { code } = error;
  if (typeof code === 'number' && code <= -38_000 && code > -39_000) return 'caller';
  return codes.find(([, ...all]) => all.includes(code))?.[0] ?? 'unknown';
};

/** The class of an HTTP status without a JSON-RPC reply. */
export const faultOfStatus = (status: number): Fault => {
  if (status === 429) return 'rate';
  if (status === 402) return 'quota';
  if (status === 401 || status === 403) return 'auth';
  if (status === 413) return 'range';
  return status === 405 || status === 415 ? 'method' : 'node';
};

/** Nodes that may be asked after one that failed in this way. */
export const countOtherNodes = (fault: Fault | 'nonsense' | undefined): number => {
  // An answer that is empty, or older than another one.
  if (fault === undefined) return 1;
  if (fault === 'revert' || fault === 'caller' || fault === 'known') return 0;
  return fault === 'range' || fault === 'unknown' ? 1 : Number.POSITIVE_INFINITY;
};
