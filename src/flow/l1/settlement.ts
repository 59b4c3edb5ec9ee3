import { fail } from '@xnet/clients/errors';
import { eth_chainId } from '@xnet/clients/ethereum/eth_chainId';
import { eth_getBlockByNumber } from '@xnet/clients/ethereum/eth_getBlockByNumber';
import { eth_getProof } from '@xnet/clients/ethereum/eth_getProof';
import type { EthereumNode } from '@xnet/clients/ethereum/ethereum';
import { blockHash, unknownFields } from '@xnet/clients/proofs/blockHash';
import { type AccountProof, hasCode, verifyProof } from '@xnet/clients/proofs/verifyProof';
import type { Clients, State } from '../../module';
import { byNetwork, networkDefinitions } from '../../networks/networks';
import type { ChainId } from '../../schema/primitives';

/**
 * The last Starknet block proven on Ethereum, from the storage of the contract there. Its proof is
 * checked against the state root of a final block, and that block's header against its hash, so
 * only that hash is trusted, and that the node serves the right Ethereum chain.
 *
 * @returns undefined if the header has fields of a later fork, which cannot be checked yet
 * @throws nodeFault if the node serves another chain or its proof or header is invalid, and what reading throws
 */
export async function provenBlock(
  node: EthereumNode,
  chainId: ChainId,
): Promise<bigint | undefined> {
  const [chain, final] = await node.batch([
    eth_chainId(),
    eth_getBlockByNumber('finalized', false),
  ]);
  if (!chain.ok) throw chain.error;
  if (!final.ok) throw final.error;
  if (!networkDefinitions[chainId].l1.chainIds.includes(BigInt(chain.value)))
    fail('nodeFault', `It serves chain ${BigInt(chain.value)}, which settles another network.`);
  const block = final.value;
  if (!block?.number) return fail('nodeFault', 'It has no final block.');
  if (blockHash(block) !== block.hash?.toLowerCase()) {
    if (unknownFields(block).length > 0) return undefined;
    fail('nodeFault', 'Its final block has another hash than its header.');
  }
  const proof = await node.read(
    eth_getProof(starknetCores[chainId], [BLOCK_NUMBER_SLOT], block.number),
  );
  const proven = proof && parseProvenBlock(proof, block.stateRoot);
  return proven ?? fail('nodeFault', 'Its proof of what Ethereum stores does not hold.');
}

/** Reads what is proven on Ethereum, if the user has set a node; never an error. */
export async function lookAtProven(module: State & Clients, chainId: ChainId): Promise<void> {
  try {
    const node = await module.ethereum(chainId);
    if (!node) return;
    const block = await provenBlock(node, chainId);
    if (block === undefined) module.l1Settlement.noteUnknownForm(chainId);
    else await module.l1Settlement.record(chainId, Number(block));
  } catch {
    // Earlier results stay valid; the next read may succeed.
  }
}

/** The Ethereum contract that stores Starknet's state. */
export const starknetCores = byNetwork(({ l1 }) => l1.core);

/**
 * Slot of the last accepted block's number: the second word of the struct at the hash of
 * `STARKNET_1.0_INIT_STARKNET_STATE_STRUCT` (starkware-libs/cairo-lang, StarknetState.sol).
 */
export const BLOCK_NUMBER_SLOT =
  '0x71a8ef1b1265359d77973c3524afac225c0a0d829a0d4da5cac3b34532019fed';

const SIGN = 2n ** 255n;

/**
 * The number of the last Starknet block accepted on Ethereum, from a proof of the contract's
 * storage; -1 before the first one. Undefined if the proof does not match that state root.
 */
function parseProvenBlock(proof: AccountProof, stateRoot: string): bigint | undefined {
  const [entry] = proof.storageProof;
  // On another chain there is no contract, so its empty storage could be proven, too.
  if (!hasCode(proof) || !entry || verifyProof(proof, stateRoot)) return undefined;
  const value = BigInt(entry.value);
  if (value >= SIGN) return value - 2n * SIGN;
  return value;
}
