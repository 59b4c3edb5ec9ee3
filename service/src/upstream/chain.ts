import { fail } from '../errors';
import { createMemoryBudget } from '../memoryBudget';
import type { Call } from './call';
import type { Endpoint } from './jsonRpc';
import { parseReply } from './replies';

const chainIdCall: Call = { id: 1, method: 'eth_chainId', params: [] };

/** @throws `upstream` where it tells none, and what the endpoint throws */
export const askChain = async (
  { probe }: Endpoint,
  timeoutMs: number,
  replyBytes: number,
): Promise<bigint> => {
  const { id, text } = await probe(chainIdCall, timeoutMs, createMemoryBudget(replyBytes));
  const { result } = parseReply(id, text);
  const isNumber = typeof result === 'string' && /^0x[\da-f]{1,64}$/i.test(result);
  return isNumber ? BigInt(result) : fail('upstream', 'An upstream node tells of no chain.');
};
