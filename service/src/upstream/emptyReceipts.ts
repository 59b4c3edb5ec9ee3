import { fail } from '../errors';
import type { Call } from '../rpc/readCalls';

type Fields = Readonly<Record<string, unknown>>;

const noReceipts = /"result":\s*\[\s*\]/;
const hash = /^0x[0-9a-f]{64}$/i;
const number = /^0x[0-9a-f]+$/i;

/** True of a reply that has receipts, and none: some nodes tell so of blocks that they do not know. */
export const hasNoReceipts = ({ method }: Call, text: string): boolean => {
  if (method !== 'eth_getBlockReceipts' || !noReceipts.test(text)) return false;
  const { result } = JSON.parse(text) as Fields;
  return Array.isArray(result) && result.length === 0;
};

/** Asks for the block whose receipts were asked for. */
export const blockOfReceipts = ({ id, params }: Call): Call => {
  const [asked] = Array.isArray(params) ? (params as unknown[]) : [];
  const { blockHash, blockNumber = asked } = (
    typeof asked === 'object' && asked !== null ? asked : {}
  ) as Fields;
  const block = blockHash ?? blockNumber;
  const method =
    typeof block === 'string' && hash.test(block) ? 'eth_getBlockByHash' : 'eth_getBlockByNumber';
  return { ...(id === undefined ? {} : { id }), method, params: [block, false] };
};

/**
 * The reply where a block has no transactions, and null where there is no such block.
 *
 * @param told what the same node has told of the block
 * @throws `upstream` where it has told nothing; `nonsense` where the block does have transactions
 */
export const emptyOrNull = (text: string, block: Call, told: string): string => {
  const { id, result } = JSON.parse(told) as { id: unknown; result?: Fields | null };
  if (result === undefined)
    return fail('upstream', 'A node has not told whether there is a block.');
  if (result === null) return JSON.stringify({ jsonrpc: '2.0', id, result });
  const [asked] = block.params as [string];
  // A tag may mean a later block by now.
  const isThatBlock = number.test(asked);
  if (isThatBlock && (result.transactions as unknown[]).length > 0) {
    return fail('nonsense', 'A node told no receipts of a block that has transactions.');
  }
  return text;
};
