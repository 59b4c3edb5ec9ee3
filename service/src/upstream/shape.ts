import { eth_getBlockByHash } from '@xnet/clients/ethereum/eth_getBlockByHash';
import { eth_getBlockByNumber } from '@xnet/clients/ethereum/eth_getBlockByNumber';
import { eth_getBlockReceipts } from '@xnet/clients/ethereum/eth_getBlockReceipts';
import { eth_getProof } from '@xnet/clients/ethereum/eth_getProof';
import { eth_getTransactionByBlockNumberAndIndex } from '@xnet/clients/ethereum/eth_getTransactionByBlockNumberAndIndex';
import { eth_getUncleByBlockNumberAndIndex } from '@xnet/clients/ethereum/eth_getUncleByBlockNumberAndIndex';
import type { EthProof } from '@xnet/clients/schema/ethereum/proof';
import { type AnyStruct, fits } from '@xnet/clients/schema/field';
import { ownEntry } from '@xnet/clients/schema/table';
import { readResult } from '@xnet/clients/transport/failure';
import { fail, getMessage } from '../errors';
import { type Call, listParams } from './call';
import { ownResults } from './ownResults';

/** A block, an uncle or a transaction: the fields of its struct, plus further ones of the node. */
type Fields = Readonly<Record<string, unknown>>;
type About = { isPending: boolean; chainId: bigint };
/** Whether a result answers the call with these params. Each method's are of its own types. */
export type ResultCheck = (result: never, ...params: never[]) => boolean;
type Shape = {
  /** The clients' definition: by its struct they read a result, and tell what it is of. */
  definition: { struct: AnyStruct; isOf?: ResultCheck | undefined };
  /** Converts to the specification's table, where it says more than the struct. */
  toTable?: (result: Fields, about: About) => Fields;
};

/** Total difficulty per chain, constant since the last proof-of-work block. */
const finalDifficulties: Readonly<Record<string, string>> = {
  1: '0xc70d815d562d3cfa955',
  11155111: '0x3c656d23029ab0',
  560048: '0x1',
};
/** Transaction types from before the fee market (EIP-1559). */
const oldTypes: readonly unknown[] = ['0x0', '0x1'];

/** Returns the same object if nothing changes, so that its text can be passed on unchanged. */
const having = (fields: Fields, changes: Fields): Fields => {
  if (Object.entries(changes).every(([name, value]) => fields[name] === value)) return fields;
  return { ...fields, ...changes };
};

const transactionTable = (transaction: Fields, { isPending, chainId }: About): Fields => {
  const {
    type,
    chainId: chainIdOrAlias = transaction.chainID,
    blockHash,
    v,
    yParity,
  } = transaction;
  const ofFeeMarket = { chainId: chainIdOrAlias ?? `0x${chainId.toString(16)}` };
  return having(transaction, {
    ...(oldTypes.includes(type) ? { chainId: undefined, chainID: undefined } : ofFeeMarket),
    ...(v === undefined && yParity !== undefined && { v: yParity }),
    ...((isPending || blockHash === null) && {
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
    }),
  });
};

const blockTable = (block: Fields, { isPending: isAsked, chainId }: About): Fields => {
  const isPending = isAsked || block.hash === null;
  const all = finalDifficulties[String(chainId)];
  const parts = block.transactions as (string | Fields)[];
  const shaped = parts.map((part) =>
    typeof part === 'string' ? part : transactionTable(part, { isPending, chainId }),
  );
  return having(block, {
    ...(shaped.every((part, index) => part === parts[index]) ? {} : { transactions: shaped }),
    ...(block.difficulty === '0x0' &&
      all !== undefined && { totalDifficulty: block.totalDifficulty ?? all }),
    ...(isPending && { hash: null, number: null, nonce: null, logsBloom: null }),
  });
};

const uncleTable = (uncle: Fields, { isPending }: About): Fields =>
  having(uncle, {
    transactions: undefined,
    totalDifficulty: uncle.totalDifficulty ?? null,
    ...(isPending && { hash: null, number: null, nonce: null, logsBloom: null }),
  });

const shapes: Readonly<Record<string, Shape>> = {
  eth_getBlockByHash: { definition: eth_getBlockByHash, toTable: blockTable },
  eth_getBlockByNumber: { definition: eth_getBlockByNumber, toTable: blockTable },
  eth_getTransactionByBlockNumberAndIndex: {
    definition: eth_getTransactionByBlockNumberAndIndex,
    toTable: transactionTable,
  },
  eth_getUncleByBlockNumberAndIndex: {
    definition: eth_getUncleByBlockNumberAndIndex,
    toTable: uncleTable,
  },
  eth_getBlockReceipts: { definition: eth_getBlockReceipts },
  eth_getProof: { definition: eth_getProof },
};

/** The clients' own check that a result answers its call, if they have the method. */
export const findResultCheck = (method: string): ResultCheck | undefined => {
  if (isShaped(method)) return shapes[method]?.definition.isOf;
  return undefined;
};

const isShaped = (method: string): boolean => Object.hasOwn(shapes, method);

const asksPending = (call: Call): boolean => listParams(call)[0] === 'pending';

/**
 * Converts a result to the specified form; returns the same object if it already has it.
 *
 * @throws `nonsense`, which says what is wrong
 */
export const shapeResult = (call: Call, result: unknown, chainId: bigint): unknown => {
  const { toTable, definition } = ownEntry(shapes, call.method) ?? {};
  const struct = definition?.struct ?? ownEntry(ownResults, call.method);
  if (struct === undefined) return result;
  const read = fits(result, struct) ? result : readAgain(call.method, result, struct);
  if (toTable === undefined || read === null) return read;
  return toTable(read as Fields, { isPending: asksPending(call), chainId });
};

/** Corrects the spelling of otherwise valid values, such as a number instead of hex. */
const readAgain = (method: string, result: unknown, struct: AnyStruct): unknown => {
  try {
    return readResult(method, structuredClone(result), struct);
  } catch (cause) {
    const reason = getMessage(cause) ?? 'It cannot be read.';
    return fail('nonsense', `A node's reply to ${method} has not its form. ${reason}`, { cause });
  }
};

/** Besu sorts the entries of a proof, and tells one once that was asked for twice. */
export const orderProof = (call: Call, result: unknown): unknown => {
  const [, keys] = listParams(call);
  if (call.method !== 'eth_getProof' || result === null || !Array.isArray(keys)) return result;
  const { storageProof } = result as EthProof;
  const numbers = storageProof.map(({ key }) => BigInt(key));
  const askedNumbers = keys.map(BigInt);
  const isInOrder = askedNumbers.every((number, index) => number === numbers[index]);
  const askedSet = new Set(askedNumbers);
  const isOther = numbers.some((number) => !askedSet.has(number));
  if (isInOrder || isOther || new Set(numbers).size !== askedSet.size) return result;
  const entries = askedNumbers.map((number) => storageProof[numbers.indexOf(number)]);
  return { ...(result as EthProof), storageProof: entries };
};

const noSuchBlock =
  /\b(?:blocks?|headers?|receipts?|transactions?|uncles?|resource)\b.*\b(?:not found|unknown|does not exist)\b|\b(?:unknown|no such|cannot find|could not find)\b.*\b(?:block|header)\b|\bblock greater than current height\b|\bBlockOutOfRange/i;
const notFoundCodes: readonly unknown[] = [-32001, -39001];
const noMethod = -32601;
const badParams = -32602;
/** Some nodes call a block after the head a bad parameter. Other texts blame the request. */
const beyondHead = /\bblock greater than current height\b|\bBlockOutOfRange/i;

/** True if the node's error corresponds to null in the specification. */
export const isNothing = ({ method }: Call, { code, message }: Fields): boolean => {
  if (!isShaped(method) || method === 'eth_getProof' || code === noMethod) return false;
  const text = String(message);
  // Pruned data did exist.
  if (/prune|history|historical|state/i.test(text)) return false;
  if (code === badParams) return beyondHead.test(text);
  return notFoundCodes.includes(code) || noSuchBlock.test(text);
};
