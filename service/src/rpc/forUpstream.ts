import { fail } from '../errors';
import type { Call } from './readCalls';

/** Namespaces by which a node is run, not asked. They are never passed on. */
const ofOperators = /^(admin|engine|miner|personal|clique|parity|les)_/;
/** Namespaces of the development node, passed on to the one that the service has started. */
const ofDevelopment = /^(anvil|evm|hardhat)_/;

const decimal = /^(0|[1-9]\d{0,19})$/;

/** `eth_getBlockReceipts` takes decimal block numbers, too, and knows no pending block of its own. */
const receiptsBlock = (block: unknown): unknown => {
  if (block === 'pending') return 'latest';
  if (typeof block === 'number' && Number.isSafeInteger(block) && block >= 0) {
    return `0x${block.toString(16)}`;
  }
  if (typeof block === 'string' && decimal.test(block)) return `0x${BigInt(block).toString(16)}`;
  return block;
};

/**
 * The call as a node gets it.
 *
 * @throws `notFound` for a method that only the operator of a node may call
 */
export const forUpstream = (call: Call, options: { isDevelopment: boolean }): Call => {
  const { method, params } = call;
  if (ofOperators.test(method) || (ofDevelopment.test(method) && !options.isDevelopment)) {
    fail('notFound', `The method ${method} does not exist or is not available.`);
  }
  if (method !== 'eth_getBlockReceipts' || !Array.isArray(params)) return call;
  const [block, ...rest] = params;
  return { ...call, params: [receiptsBlock(block), ...rest] };
};
