import { fail } from '../../errors';
import type { Call } from '../../upstream/call';
import { isOpen } from '../../upstream/methods';

const decimal = /^(0|[1-9]\d{0,19})$/;

/** `eth_getBlockReceipts` also accepts decimal block numbers; "pending" means the latest block. */
const receiptsBlock = (block: unknown): unknown => {
  if (block === 'pending') return 'latest';
  // Go libraries send every block as an object (EIP-1898).
  if (typeof block === 'object' && block !== null && !('blockHash' in block)) {
    const { blockNumber } = block as { blockNumber?: unknown };
    if (typeof blockNumber === 'string') return receiptsBlock(blockNumber);
  }
  if (typeof block === 'number' && Number.isSafeInteger(block) && block >= 0) {
    return `0x${block.toString(16)}`;
  }
  if (typeof block === 'string' && decimal.test(block)) return `0x${BigInt(block).toString(16)}`;
  return block;
};

/**
 * The call as sent to a node, if its method is open to every key or enabled by the operator.
 *
 * @throws `notFound` for any other method
 */
export const allowedCall = (call: Call, methods: readonly string[]): Call => {
  const { method, params } = call;
  if (!isOpen(method) && !methods.includes(method)) {
    // The wording of nodes, by which clients recognize an unsupported method.
    fail('notFound', `The method ${method} does not exist/is not available`);
  }
  if (method !== 'eth_getBlockReceipts' || !Array.isArray(params)) return call;
  const [block, ...furtherParams] = params;
  return { ...call, params: [receiptsBlock(block), ...furtherParams] };
};
