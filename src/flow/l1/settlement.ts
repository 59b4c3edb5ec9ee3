import { fail } from '@xnet/clients/errors';
import { eth_getBlockByNumber } from '@xnet/clients/ethereum/eth_getBlockByNumber';
import { eth_getProof } from '@xnet/clients/ethereum/eth_getProof';
import type { EthereumNode } from '@xnet/clients/ethereum/ethereum';
import type { Clients, State } from '../../module';
import type { ChainId } from '../../schema/primitives';
import { BLOCK_NUMBER_SLOT, readProvenBlock, starknetCores } from './starknetCore';

/**
 * The last Starknet block that is proven on Ethereum: what the contract there stores, with a proof
 * that is checked against the state root of a final block, so that only that header is believed.
 *
 * @throws nodeFault where the node's proof does not hold, and what reading throws
 */
export async function provenBlock(node: EthereumNode, chainId: ChainId): Promise<bigint> {
  const block = await node.read(eth_getBlockByNumber('finalized', false));
  if (!block?.number) return fail('nodeFault', 'It has no final block.');
  const proof = await node.read(
    eth_getProof(starknetCores[chainId], [BLOCK_NUMBER_SLOT], block.number),
  );
  const proven = proof ? readProvenBlock(proof, block.stateRoot, chainId) : undefined;
  return proven ?? fail('nodeFault', 'Its proof of what Ethereum stores does not hold.');
}

/** Looks on Ethereum at what is proven, where the user has set a node; never an error. */
export async function lookAtProven(module: State & Clients, chainId: ChainId): Promise<void> {
  try {
    const node = await module.ethereum(chainId);
    if (node) await module.proven.seen(chainId, Number(await provenBlock(node, chainId)));
  } catch {
    // What was seen before stays true; the next look may do better.
  }
}
