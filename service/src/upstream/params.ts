import { ownEntry } from '@xnet/clients/schema/table';
import { type Call, listParams } from './call';
import { aboutMethod } from './methods';

type Fields = Readonly<Record<string, unknown>>;

const tags: readonly unknown[] = ['latest', 'earliest', 'pending', 'safe', 'finalized'];
/** Without leading zeros, as the specification of nodes says; some take others, too. */
const quantity = /^0x(?:0|[1-9a-fA-F][\da-fA-F]{0,15})$/;
const hash = /^0x[\da-fA-F]{64}$/;
const address = /^0x[\da-fA-F]{40}$/;
const storageKey = /^0x[\da-fA-F]{1,64}$/;

const matching =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);
const isNumber = matching(quantity);
const isHash = matching(hash);
const isAddress = matching(address);
const isBlock = (value: unknown): boolean => tags.includes(value) || isNumber(value);

/** Nodes decide about what is left out. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Some nodes read names in any case, with letters that are one only there, and take the last of two. */
const fold = (name: string): string => name.toUpperCase().toLowerCase();
const hasOddName = (fields: object, names: readonly string[]): boolean => {
  const foldedNames = names.map(fold);
  return Object.keys(fields).some(
    (name) => !names.includes(name) && foldedNames.includes(fold(name)),
  );
};

const blockNames = ['blockHash', 'blockNumber', 'requireCanonical'];
/** By EIP-1898, a block is also named by its hash, or by an object with one of both, never with two. */
const isBlockOrHash = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return isBlock(value) || isHash(value);
  if (hasOddName(value, blockNames)) return false;
  const { blockHash, blockNumber } = value as Fields;
  if (blockHash === undefined) return isBlock(blockNumber);
  return blockNumber === undefined && isHash(blockHash);
};

const areKeys = (value: unknown): boolean =>
  Array.isArray(value) && value.every(matching(storageKey));

const isOneOrMore =
  (isOne: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) ? value.every(isOne) : isOne(value);
const isTopic = (value: unknown): boolean => value === null || isHash(value);
const topicsAtMost = 4;

/** Says what a param is not; undefined if it has its one spelling. */
type Form = (value: unknown) => string | undefined;
const createForm =
  (fits: (value: unknown) => boolean, fault: string): Form =>
  (value) => {
    if (fits(value)) return undefined;
    return fault;
  };
const aHash = createForm(isHash, 'no hash');
const aBlock = createForm(isBlock, 'no block number or tag');
const aBlockOrHash = createForm(isBlockOrHash, 'no block number or tag');
const anIndex = createForm(matching(quantity), 'no index');
const aFlag = createForm((value) => typeof value === 'boolean', 'no boolean');
const anAddress = createForm(isAddress, 'no address');
const storageKeys = createForm(areKeys, 'no storage keys');

const filterNames = ['fromBlock', 'toBlock', 'blockHash', 'address', 'topics'];
/** Says what a filter of logs is not. */
const aFilter: Form = (filter) => {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return 'no filter';
  if (hasOddName(filter, filterNames)) return `no filter of ${filterNames.join(', ')}`;
  const { fromBlock, toBlock, blockHash, address: addresses, topics } = filter as Fields;
  const bounds = [fromBlock, toBlock].filter(isGiven);
  if (isGiven(blockHash) && (bounds.length > 0 || !isHash(blockHash)))
    return 'a block hash alone, or block numbers and tags';
  if (!bounds.every(isBlock)) return 'no block number or tag';
  if (isGiven(addresses) && !isOneOrMore(isAddress)(addresses)) return 'no address';
  if (!isGiven(topics)) return undefined;
  const areTopics =
    Array.isArray(topics) && topics.length <= topicsAtMost && topics.every(isOneOrMore(isTopic));
  if (!areTopics) return 'no topics';
  return undefined;
};

/**
 * Params that a result repeats, or that decide what it is of: nodes differ in which other spellings
 * they take, and what they take these for.
 */
const forms: Readonly<Record<string, readonly Form[]>> = {
  eth_getBlockByHash: [aHash, aFlag],
  eth_getBlockByNumber: [aBlock, aFlag],
  eth_getBlockReceipts: [aBlockOrHash],
  eth_getBlockTransactionCountByHash: [aHash],
  eth_getLogs: [aFilter],
  eth_getProof: [anAddress, storageKeys, aBlockOrHash],
  eth_getTransactionByBlockHashAndIndex: [aHash, anIndex],
  eth_getTransactionByBlockNumberAndIndex: [aBlock, anIndex],
  eth_getTransactionByHash: [aHash],
  eth_getTransactionReceipt: [aHash],
  eth_getUncleByBlockHashAndIndex: [aHash, anIndex],
  eth_getUncleByBlockNumberAndIndex: [aBlock, anIndex],
  eth_getUncleCountByBlockHash: [aHash],
};
const formsOf = (method: string): readonly Form[] => ownEntry(forms, method) ?? [];

/**
 * The first wrong param of a call: nodes differ in which spellings they take, and what they take
 * these for.
 */
export const findWrongParam = (call: Call): string | undefined => {
  const { method } = call;
  const params = listParams(call);
  const { blockAt, takesHash = false } = aboutMethod(method);
  const block = blockAt === undefined ? undefined : params[blockAt];
  if (isGiven(block) && !(takesHash ? isBlockOrHash : isBlock)(block)) {
    return `invalid argument ${blockAt}: no block number or tag`;
  }
  for (const [index, form] of formsOf(method).entries()) {
    const fault = isGiven(params[index]) ? form(params[index]) : undefined;
    if (fault !== undefined) return `invalid argument ${index}: ${fault}`;
  }
  return undefined;
};

/**
 * True if no node can take a call for another one: each param is there, in its only spelling. Only
 * then does a wrong result tell something about its node.
 */
export const isPlain = (call: Call): boolean => {
  const params = listParams(call);
  const paramForms = formsOf(call.method);
  if (paramForms.length === 0) return true;
  const isWrong = paramForms.some((form, index) => form(params[index]) !== undefined);
  if (isWrong || params.length !== paramForms.length) return false;
  const isObject = (param: unknown) => typeof param === 'object' && !Array.isArray(param);
  const names = params.filter(isObject).flatMap((param) => Object.keys(Object(param)));
  const knownNames: readonly string[] = call.method === 'eth_getLogs' ? filterNames : blockNames;
  return names.every((name) => knownNames.includes(name));
};
