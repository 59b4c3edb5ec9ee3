import { areBlockReceipts } from '@xnet/clients/ethereum/completeness';
import type { EthBlock } from '@xnet/clients/schema/ethereum/block';
import { fail } from '../errors';
import { type Call, listParams } from './call';

type Fields = Readonly<Record<string, unknown>>;

const noReceipts = /"result":\s*\[\s*\]/;
const hash = /^0x[0-9a-f]{64}$/i;
const number = /^0x[0-9a-f]+$/i;

/** True if the list of receipts is empty: some nodes return that for unknown blocks as well. */
export const hasNoReceipts = ({ method }: Call, text: string): boolean => {
  if (method !== 'eth_getBlockReceipts' || !noReceipts.test(text)) return false;
  const { result } = JSON.parse(text) as Fields;
  return Array.isArray(result) && result.length === 0;
};

/** The request for the block whose receipts were requested. */
export const blockOfReceipts = (call: Call): Call => {
  const { id } = call;
  const [firstParam] = listParams(call);
  const { blockHash, blockNumber = firstParam } = (
    typeof firstParam === 'object' && firstParam !== null ? firstParam : {}
  ) as Fields;
  const block = blockHash ?? blockNumber;
  const method =
    typeof block === 'string' && hash.test(block) ? 'eth_getBlockByHash' : 'eth_getBlockByNumber';
  return { ...(id !== undefined && { id }), method, params: [block, false] };
};

/**
 * The empty response if the block has no transactions; null if the block does not exist.
 *
 * @param blockReply the same node's response for the block
 * @throws `upstream` if that is unusable; `nonsense` if the block does have transactions
 */
export const emptyOrNull = (text: string, block: Call, blockReply: string): string => {
  const { id, result } = JSON.parse(blockReply) as { id: unknown; result?: Fields | null };
  if (result === undefined)
    return fail('upstream', 'A node has not told whether there is a block.');
  if (result === null) return JSON.stringify({ jsonrpc: '2.0', id, result });
  const [blockId] = block.params as [string];
  // A tag may refer to a later block by now.
  const isThatBlock = number.test(blockId);
  if (isThatBlock && !areBlockReceipts(result as EthBlock, [])) {
    return fail('nonsense', 'A node told no receipts of a block that has transactions.');
  }
  return text;
};
