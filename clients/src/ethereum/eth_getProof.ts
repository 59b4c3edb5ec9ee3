import { array, nullable, optional, tuple } from '@metamask/superstruct';
import { Address, BlockOrHash, PaddedWord } from '../schema/ethereum/primitives';
import { EthProof } from '../schema/ethereum/proof';
import { defineEthMethod } from './method';

/**
 * @example await node.read(eth_getProof(address, [`0x${'0'.repeat(64)}`], 'latest'))
 */
export const eth_getProof = defineEthMethod({
  name: 'eth_getProof',
  summary:
    'An account and entries of its storage, with what proves them of the state root; of the latest block if none is named. Null where the node has no such block.',
  params: tuple([Address, array(PaddedWord), optional(BlockOrHash)]),
  result: nullable(EthProof),
  // A proof of another account, or of other entries, would be valid, too.
  isOf: ({ address, storageProof }, account, keys) =>
    BigInt(address) === BigInt(account) &&
    // For an absent account, some nodes return no entries.
    storageProof.every(
      ({ key }, index) =>
        storageProof.length === keys.length && BigInt(key) === BigInt(keys[index] ?? 0),
    ),
});
