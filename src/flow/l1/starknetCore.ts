import { type AccountProof, hasCode, verifyProof } from '@xnet/clients/proofs/verifyProof';
import { type ChainId, chainIds } from '../../schema/primitives';

/**
 * The contract on Ethereum that keeps the state of Starknet (eqlabs/pathfinder, crates/ethereum;
 * docs.starknet.io, "Important addresses").
 */
export const starknetCores = {
  [chainIds.mainnet]: '0xc662c410c0ecf747543f5ba90660f6abebd9c8c4',
  [chainIds.sepolia]: '0xe2bb56ee936fd6433dc0f6e7e3b8365c906aa057',
} as const satisfies Record<ChainId, string>;

/**
 * Where the number of the last accepted block lies: the second word of the struct at the hash of
 * `STARKNET_1.0_INIT_STARKNET_STATE_STRUCT` (starkware-libs/cairo-lang, StarknetState.sol).
 */
export const BLOCK_NUMBER_SLOT =
  '0x71a8ef1b1265359d77973c3524afac225c0a0d829a0d4da5cac3b34532019fed';

const SIGN = 2n ** 255n;

/**
 * The number of the last Starknet block that Ethereum has accepted, out of a proof of the contract's
 * storage; -1 before the first one. Undefined where the proof does not hold for that state root, or
 * is about something else.
 */
export function readProvenBlock(
  proof: AccountProof,
  stateRoot: string,
  chainId: ChainId,
): bigint | undefined {
  const [entry, ...others] = proof.storageProof;
  const isAsked =
    proof.address.toLowerCase() === starknetCores[chainId] &&
    // On another chain nothing is there, and nothing is what its storage would hold.
    hasCode(proof) &&
    others.length === 0 &&
    entry !== undefined &&
    BigInt(entry.key) === BigInt(BLOCK_NUMBER_SLOT);
  if (!isAsked || verifyProof(proof, stateRoot)) return undefined;
  const value = BigInt(entry.value);
  return value >= SIGN ? value - 2n * SIGN : value;
}
