import { boolean, nullable, tuple } from '@metamask/superstruct';
import { EthBlock } from '../schema/ethereum/block';
import { Hash } from '../schema/ethereum/primitives';
import { isWholeBlock } from './completeness';
import { areAsked, defineEthMethod, isAsked } from './method';

/**
 * @example await node.read(eth_getBlockByHash(`0x${'1'.repeat(64)}`, false))
 */
export const eth_getBlockByHash = defineEthMethod({
  name: 'eth_getBlockByHash',
  summary: 'A block by its hash, with whole transactions or with their hashes; null where none is.',
  params: tuple([Hash, boolean()]),
  result: nullable(EthBlock),
  isOf: (block, blockId, areWhole) =>
    isAsked(blockId, block.hash) && areAsked(block.transactions, areWhole) && isWholeBlock(block),
});
