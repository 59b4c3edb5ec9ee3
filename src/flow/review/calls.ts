import type { Module } from '../../module';
import type { StarknetNode } from '../../remote/starknet/node';
import type { Call } from '../../schema/call';
import type { ChainId } from '../../schema/primitives';
import {
  abiAgrees,
  decodeCall,
  findFunction,
  namesAgree,
  parseHints,
} from '../../starknet/abi/decodeCall';
import { tokenAbi } from '../../starknet/abi/tokenAbi';
import { toAddress } from '../../starknet/felt';
import { listedName } from '../../starknet/meaning/knownContracts';
import { parseMeaning } from '../../starknet/meaning/parseMeaning';
import { findParties } from '../../starknet/meaning/parties';
import { getSelector } from '../../starknet/selector';
import { isFeeToken, knownToken } from '../../starknet/tokens/erc20';
import { encodedCall } from '../../starknet/transactions/calls';
import { batchTogether } from '../chain/batchTogether';
import type { Evidence, ReadCall } from '../transactions/review';
import { fetchContractAbis } from './classes';
import { type FactCache, fetchFacts, loadFactCache } from './contracts';

/** The module's own ABI for a call of a listed token; undefined if the contract's is needed. */
const ownAbi = ({ contractAddress, entrypoint }: Call, chainId: ChainId) =>
  knownToken(contractAddress, chainId) &&
  findFunction(tokenAbi(), getSelector(entrypoint)) &&
  tokenAbi();

/** The parties of calls that are not encoded yet. */
export const partiesInCalls = (calls: readonly Call[]) => findParties(calls.map(encodedCall));

type CallsToRead = {
  readonly chainId: ChainId;
  readonly account: string;
  readonly calls: readonly Call[];
  /** The dapp's claim of the calls' ABIs. */
  readonly abis?: unknown;
};

/**
 * Decodes calls with their contracts' ABIs, and reads facts about the contracts. One HTTP request,
 * and a second for anything never read before. If the node fails, less is known.
 */
export async function fetchCalls(
  module: Module,
  node: StarknetNode,
  { chainId, account, calls, abis: knownAbis }: CallsToRead,
): Promise<Pick<Evidence, 'calls'> & { readonly cache: FactCache }> {
  const cache = await loadFactCache(module, chainId);
  const { contracts, recipients, spenders, tokens, allowed } = partiesInCalls(calls);
  const isListed = (address: string) => listedName(address, chainId) !== undefined;
  // A token of the watch list is the word of the node that was in use when it was added.
  const mentioned = new Set(
    calls.flatMap(({ contractAddress, calldata }) => [
      toAddress(contractAddress),
      ...calldata.map(toAddress),
    ]),
  );
  const watched = (await module.tokens.list(chainId)).map(({ address }) => toAddress(address));
  const unknownAddresses = {
    tokensAgain: watched.filter((address) => mentioned.has(address)),
    classes: [...contracts, ...recipients, ...spenders],
    tokens: [...tokens, ...recipients].filter((address) => !isListed(address)),
    ages: [...contracts, ...spenders].filter((address) => !isListed(address)),
    balances: [...tokens].filter((address) => !isFeeToken(address)),
    supplies: [...allowed],
    account,
  };
  await fetchFacts(node, cache, unknownAddresses);
  const unknown = new Set(
    calls
      .filter((call) => !ownAbi(call, chainId))
      .map(({ contractAddress }) => toAddress(contractAddress)),
  );
  const placed = [...contracts].flatMap((address) => {
    if (!unknown.has(address)) return [];
    const classHash = cache.classHashes.get(address);
    if (classHash) return [{ address, classHash }];
    return [];
  });
  // Ages need the newest block if none is known yet.
  const [abis] = await batchTogether(node, [
    (shared) => fetchContractAbis({ ...module, node: async () => shared }, chainId, placed),
    (shared) => fetchFacts(shared, cache, { ages: unknownAddresses.ages }),
  ]);
  const hints = await module.compute(parseHints(knownAbis, calls.length));
  const read = calls.map((call, index): ReadCall => {
    const ownCallAbi = ownAbi(call, chainId);
    const read = ownCallAbi ? null : abis[toAddress(call.contractAddress)];
    const abi = ownCallAbi ?? read;
    const selector = getSelector(call.entrypoint);
    const decoded = (abi && decodeCall(abi, selector, call.calldata)) ?? null;
    const meaning = parseMeaning(call, read?.unchecked ? null : decoded, { account, chainId });
    const hint = hints[index];
    // Listed tokens have several classes, which use different types for the same names.
    const agrees = ownCallAbi ? namesAgree : abiAgrees;
    const siteAgrees = abi && hint ? agrees(hint, abi, selector) : undefined;
    return { call, decoded, meaning, ...(siteAgrees !== undefined && { siteAgrees }) };
  });
  return { calls: read, cache };
}
