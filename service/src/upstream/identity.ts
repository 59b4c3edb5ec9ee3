import { fail } from '../errors';
import type { Call } from './call';
import { findResultCheck, type ResultCheck } from './shape';

type Fields = Readonly<Record<string, unknown>>;

const isSame = (asked: unknown, told: unknown): boolean =>
  typeof asked !== 'string' ||
  (typeof told === 'string' && asked.toLowerCase() === told.toLowerCase());
/** Tags, and what is not known yet, are no numbers. */
const isNumber = (asked: unknown, told: unknown): boolean =>
  typeof asked !== 'string' ||
  !/^0x/.test(asked) ||
  told == null ||
  BigInt(told as string) === BigInt(asked);

const isAny = (asked: unknown, told: unknown): boolean => {
  const all = [asked ?? []].flat();
  return all.length === 0 || all.some((one) => isSame(one, told));
};

/** A log that its filter selects. */
const isSelected = (log: Fields, filter: Fields): boolean => {
  const { fromBlock, toBlock, blockHash, address, topics } = filter;
  const at = log.blockNumber;
  const isIn = (bound: unknown, sign: bigint): boolean =>
    typeof bound !== 'string' ||
    !/^0x/.test(bound) ||
    typeof at !== 'string' ||
    (BigInt(at) - BigInt(bound)) * sign >= 0n;
  return (
    isAny(address, log.address) &&
    (blockHash === undefined || isSame(blockHash, log.blockHash)) &&
    isIn(fromBlock, 1n) &&
    isIn(toBlock, -1n) &&
    (!Array.isArray(topics) ||
      topics.every(
        (topic, index) => topic === null || isAny(topic, (log.topics as unknown[])[index]),
      ))
  );
};

/** Checks as the clients have them for their methods, of those that they do not have. */
const checks: Readonly<Record<string, ResultCheck | undefined>> = {
  eth_getTransactionByHash: ({ hash }: Fields, asked: unknown) => isSame(asked, hash),
  eth_getTransactionReceipt: ({ transactionHash }: Fields, asked: unknown) =>
    isSame(asked, transactionHash),
  eth_getTransactionByBlockHashAndIndex: (told: Fields, block: unknown, index: unknown) =>
    isSame(block, told.blockHash) && isNumber(index, told.transactionIndex),
  eth_getLogs: (logs: readonly Fields[], filter: Fields) =>
    logs.every((log) => isSelected(log, filter)),
};

/** @throws `nonsense` for the answer to another question: of a node that errs, or lies */
export const checkIdentity = ({ method, params }: Call, result: unknown): void => {
  const own = Object.hasOwn(checks, method) ? checks[method] : undefined;
  const check = own ?? findResultCheck(method);
  if (check === undefined || result === null || !Array.isArray(params)) return;
  const [asked, areWhole] = params as unknown[];
  // Nodes take no flag for hashes.
  const given = method.startsWith('eth_getBlockBy') ? [asked, areWhole === true] : params;
  let isOf = true;
  try {
    isOf = check(result as never, ...(given as never[]));
  } catch {
    // Params that no node understands.
  }
  if (!isOf) fail('nonsense', `A node's reply to ${method} is of something else.`);
};

const hex = /^0x[\da-f]{1,16}$/i;

/** The block that a result belongs to, if it belongs to one block. */
export const getBlockNumber = (method: string, result: unknown): bigint | undefined => {
  const of = (method === 'eth_getBlockReceipts' ? [result].flat()[0] : result) as
    | Fields
    | undefined;
  if (method === 'eth_blockNumber') return hex.test(String(of)) ? BigInt(String(of)) : undefined;
  if (!/^eth_get(?:Block|Transaction)/.test(method) || typeof of !== 'object' || of === null)
    return undefined;
  const number = of.number ?? of.blockNumber;
  return typeof number === 'string' && hex.test(number) ? BigInt(number) : undefined;
};
