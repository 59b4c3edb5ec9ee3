import { type Call, listParams } from './call';
import { aboutMethod } from './methods';

const hash = /^0x[\da-f]{64}$/i;
const number = /^0x[\da-f]{1,16}$/i;

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

/** A call as a node is sent it, without its id: equal for calls that no node can tell apart. */
export const getQuestion = ({ method, params = [] }: Call): string =>
  `"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}`;
