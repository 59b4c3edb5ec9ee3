import { boolean, nullable, tuple } from '@metamask/superstruct';
import { EthBlock } from '../schema/ethereum/block';
import { BlockParameter } from '../schema/ethereum/primitives';
import { isWholeBlock } from './completeness';
import { areAsked, defineEthMethod, isAsked } from './method';

/**
 * @example await node.read(eth_getBlockByNumber('latest', false))
 */
export const eth_getBlockByNumber = defineEthMethod({
  name: 'eth_getBlockByNumber',
  summary:
    'A block by its number or tag, with whole transactions or with their hashes; null where none is.',
  params: tuple([BlockParameter, boolean()]),
  result: nullable(EthBlock),
  isOf: (block, blockId, areWhole) =>
    isAsked(blockId, block.number) && areAsked(block.transactions, areWhole) && isWholeBlock(block),
});
