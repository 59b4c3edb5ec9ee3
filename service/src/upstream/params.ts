import { type Call, listParams } from './call';
import { aboutMethod } from './methods';

const tags: readonly unknown[] = ['latest', 'earliest', 'pending', 'safe', 'finalized'];
/** Without leading zeros, as the specification of nodes says; some take others, too. */
const quantity = /^0x(?:0|[1-9a-fA-F][\da-fA-F]{0,15})$/;
const hash = /^0x[\da-fA-F]{64}$/;

const isNumber = (value: unknown): boolean => typeof value === 'string' && quantity.test(value);
const isHash = (value: unknown): boolean => typeof value === 'string' && hash.test(value);
const isBlock = (value: unknown): boolean => tags.includes(value) || isNumber(value);

/** By EIP-1898, a block is also named by its hash, or by an object with one of both, never with two. */
const isBlockOrHash = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return isBlock(value) || isHash(value);
  const { blockHash, blockNumber } = value as Readonly<Record<string, unknown>>;
  if (blockHash === undefined) return isBlock(blockNumber);
  return blockNumber === undefined && isHash(blockHash);
};

/** Nodes decide about what is left out. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Methods whose first param is a hash. */
const hashAt = /^eth_get(?:\w+ByHash|\w+ByBlockHash(?:AndIndex)?|TransactionReceipt)$/;
const indexAt = /^eth_get(?:Transaction|Uncle)ByBlock(?:Number|Hash)AndIndex$/;

/**
 * The first wrong block or index of a call: nodes differ in which spellings they take,
 * and what they take these for.
 */
export const findWrongParam = (call: Call): string | undefined => {
  const { method } = call;
  const params = listParams(call);
  const { blockAt, takesHash = false } = aboutMethod(method);
  const block = blockAt === undefined ? undefined : params[blockAt];
  if (isGiven(block) && !(takesHash ? isBlockOrHash : isBlock)(block)) {
    return `invalid argument ${blockAt}: no block number or tag`;
  }
  if (hashAt.test(method) && isGiven(params[0]) && !isHash(params[0])) {
    return 'invalid argument 0: no hash';
  }
  if (indexAt.test(method) && isGiven(params[1]) && !isNumber(params[1])) {
    return 'invalid argument 1: no index';
  }
  if (method !== 'eth_getLogs') return undefined;
  const { fromBlock, toBlock, blockHash } = Object(params[0]) as Readonly<Record<string, unknown>>;
  const bounds = [fromBlock, toBlock].filter(isGiven);
  if (isGiven(blockHash) && (bounds.length > 0 || !isHash(blockHash))) {
    return 'invalid argument 0: a block hash alone, or block numbers and tags';
  }
  const isWrong = bounds.some((bound) => !isBlock(bound));
  if (isWrong) return 'invalid argument 0: no block number or tag';
  return undefined;
};
