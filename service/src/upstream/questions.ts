import { type Call, listParams } from './call';
import { aboutMethod, isOpen } from './methods';

const hash = /^0x[\da-f]{64}$/i;
const number = /^0x[\da-f]{1,16}$/i;

/** The block that is asked for by its number, and what of it. */
export const askedBlock = (
  call: Call,
): { kind: 'state' | 'history'; number: bigint } | undefined => {
  const { stateAt, historyAt } = aboutMethod(call.method);
  const at = stateAt ?? historyAt;
  const params = listParams(call);
  // A filter is the only block that is no param of its own.
  const filter = call.method === 'eth_getLogs' ? (params[0] as { fromBlock?: unknown }) : undefined;
  const asked = at === undefined ? filter?.fromBlock : params[at];
  return typeof asked === 'string' && number.test(asked)
    ? { kind: stateAt === undefined ? 'history' : 'state', number: BigInt(asked) }
    : undefined;
};

/** True if the answer changes with the newest block. */
export const asksNewest = (call: Call): boolean => {
  const { stateAt, historyAt, isOfNewest = false } = aboutMethod(call.method);
  const at = stateAt ?? historyAt;
  if (at === undefined) return isOfNewest;
  const asked = listParams(call)[at];
  return asked === undefined || asked === 'latest';
};

/** Lookups whose answer null may mean that this node has it not yet, or no more. */
const nullable = /^eth_get(?:BlockBy|BlockReceipts|Transaction(?:By|Receipt))/;
export const mayBeElsewhere = (call: Call): boolean => {
  const [first] = listParams(call);
  return nullable.test(call.method) && typeof first === 'string' && /^0x/.test(first);
};

/** True for a lookup by hash or number whose answer never changes once its block is final. */
export const mayBeKept = (call: Call): boolean => {
  const [first] = listParams(call);
  const isExact = typeof first === 'string' && (hash.test(first) || number.test(first));
  return isExact && aboutMethod(call.method).isKept === true;
};

/** Equal for calls with the same answer; undefined where a call may do something. */
export const getQuestion = ({ method, params = [] }: Call): string | undefined =>
  isOpen(method) ? `${method} ${JSON.stringify(params).toLowerCase()}` : undefined;
