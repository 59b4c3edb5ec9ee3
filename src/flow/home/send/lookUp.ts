import { getErrorKind } from '@xnet/clients/errors';
import type { Module } from '../../../module';
import { isContractNotFound } from '../../../remote/starknet/nodeErrors';
import { starknet_getClassHashAt } from '../../../remote/starknet/starknet_getClassHashAt';
import type { ChainId } from '../../../schema/primitives';
import { readRecipient } from '../../../starknet/recipient';
import { batchTogether, view, viewResult } from '../../chain/batchTogether';
import { addressOfName } from '../../tokens/starkName';
import type { Found } from './draft';

/** A late answer is none: the form says so, and the review looks again. */
const WITHIN_MS = 8_000;

/**
 * Reads what a typed recipient is: one HTTP request for an address, one more for a .stark name.
 * @returns undefined for a text that names nobody yet; never an error
 */
export async function lookUp(
  module: Module,
  chainId: ChainId,
  typed: string,
): Promise<Found | undefined> {
  const text = typed.trim();
  const read = readRecipient(text, chainId);
  try {
    if (read.kind === 'address') return { text, ...(await factsAt(module, chainId, read.address)) };
    if (read.kind !== 'name') return undefined;
    const address = await addressOfName(module, chainId, read.name);
    if (address === undefined) return { text, failed: 'noName' };
    return { text, address, ...(await factsAt(module, chainId, address)) };
  } catch (error) {
    return { text, failed: getErrorKind(error) === 'invalidParams' ? 'noName' : 'notRead' };
  }
}

/** The same of several, in one HTTP request, or two if there are names. */
export async function lookUpAll(
  module: Module,
  chainId: ChainId,
  texts: readonly string[],
): Promise<Found[]> {
  const node = await module.node(chainId);
  const answers = await batchTogether(
    node,
    texts.map((text) => (shared) => lookUp({ ...module, node: async () => shared }, chainId, text)),
    { deadlineMs: WITHIN_MS },
  );
  return answers.filter((answer) => answer !== undefined);
}

async function factsAt(module: Module, chainId: ChainId, address: string) {
  const node = await module.node(chainId);
  const [classHash, decimals] = await node.batch(
    [
      starknet_getClassHashAt({ block_id: 'pre_confirmed', contract_address: address }),
      view(address, 'decimals', []),
    ],
    { deadlineMs: WITHIN_MS },
  );
  if (!classHash.ok && !isContractNotFound(classHash.error)) return { failed: 'notRead' as const };
  return {
    isDeployed: classHash.ok,
    isToken: decimals.ok && viewResult(decimals) !== undefined,
  };
}
