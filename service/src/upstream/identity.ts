import { ownEntry } from '@xnet/clients/schema/table';
import { fail } from '../errors';
import type { Call } from './call';
import { findResultCheck, type ResultCheck } from './shape';

type Fields = Readonly<Record<string, unknown>>;

const isSame = (expected: unknown, actual: unknown): boolean =>
  typeof expected !== 'string' ||
  (typeof actual === 'string' && expected.toLowerCase() === actual.toLowerCase());
/** Tags, and what is not known yet, are no numbers. */
const isNumber = (expected: unknown, actual: unknown): boolean =>
  typeof expected !== 'string' ||
  !/^0x/.test(expected) ||
  actual == null ||
  BigInt(actual as string) === BigInt(expected);

const isAny = (expected: unknown, actual: unknown): boolean => {
  const all = [expected ?? []].flat();
  return all.length === 0 || all.some((one) => isSame(one, actual));
};

/** True if each log of a block stands once, in their order. */
const areOnce = (logs: readonly Fields[]): boolean =>
  logs.every(({ blockHash, logIndex, removed }, index) => {
    const { blockHash: lastHash, logIndex: lastIndex } = logs[index - 1] ?? {};
    if (removed === true || typeof logIndex !== 'string' || typeof lastIndex !== 'string')
      return true;
    return blockHash !== lastHash || BigInt(logIndex) > BigInt(lastIndex);
  });

/** The logs of a receipt: all of its transaction, without a gap. */
const areLogsOf = ({ transactionHash, logs }: Fields): boolean => {
  const all = logs as readonly Fields[];
  const first = BigInt((all[0]?.logIndex ?? 0) as string);
  return all.every(
    (log, index) =>
      isSame(transactionHash, log.transactionHash) &&
      BigInt(log.logIndex as string) === first + BigInt(index),
  );
};

/** A log that its filter selects. */
const isSelected = (log: Fields, filter: Fields): boolean => {
  const { fromBlock, toBlock, blockHash, address, topics } = filter;
  const block = log.blockNumber;
  const isIn = (bound: unknown, sign: bigint): boolean =>
    typeof bound !== 'string' ||
    !/^0x/.test(bound) ||
    typeof block !== 'string' ||
    (BigInt(block) - BigInt(bound)) * sign >= 0n;
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
  eth_getTransactionByHash: ({ hash }: Fields, expected: unknown) => isSame(expected, hash),
  eth_getTransactionReceipt: (receipt: Fields, expected: unknown) =>
    isSame(expected, receipt.transactionHash) && areLogsOf(receipt),
  eth_getTransactionByBlockHashAndIndex: (transaction: Fields, block: unknown, index: unknown) =>
    isSame(block, transaction.blockHash) && isNumber(index, transaction.transactionIndex),
  eth_getLogs: (logs: readonly Fields[], filter: Fields) =>
    areOnce(logs) && logs.every((log) => isSelected(log, filter)),
};

/** The check that a result answers its call, if the method has one. */
export const findCheck = (method: string): ResultCheck | undefined =>
  ownEntry(checks, method) ?? findResultCheck(method);

/** @throws `nonsense` for the answer to another question: of a node that errs, or lies */
export const checkIdentity = ({ method, params }: Call, result: unknown): void => {
  const check = findCheck(method);
  if (check === undefined || result === null || !Array.isArray(params)) return;
  const [blockId, areWhole] = params as unknown[];
  // Nodes take no flag for hashes.
  const checkedParams = method.startsWith('eth_getBlockBy') ? [blockId, areWhole === true] : params;
  let isOf = true;
  try {
    isOf = check(result as never, ...(checkedParams as never[]));
  } catch {
    // Params that no node understands.
  }
  if (!isOf) fail('nonsense', `A node's reply to ${method} is of something else.`);
};

const hex = /^0x[\da-f]{1,16}$/i;

/** The block that a result belongs to, if it belongs to one block. */
export const getBlockNumber = (method: string, result: unknown): bigint | undefined => {
  if (method === 'eth_blockNumber')
    return typeof result === 'string' && hex.test(result) ? BigInt(result) : undefined;
  const holder = (method === 'eth_getBlockReceipts' ? [result].flat()[0] : result) as
    | Fields
    | undefined;
  if (
    !/^eth_get(?:Block|Transaction)/.test(method) ||
    typeof holder !== 'object' ||
    holder === null
  )
    return undefined;
  const number = holder.number ?? holder.blockNumber;
  if (typeof number === 'string' && hex.test(number)) return BigInt(number);
  return undefined;
};
