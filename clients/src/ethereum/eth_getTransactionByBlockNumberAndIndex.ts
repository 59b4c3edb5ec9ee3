import { nullable, tuple } from '@metamask/superstruct';
import { BlockParameter, EthQuantity } from '../schema/ethereum/primitives';
import { EthTransaction } from '../schema/ethereum/transaction';
import { defineEthMethod, isAsked } from './method';

/**
 * @example await node.read(eth_getTransactionByBlockNumberAndIndex('latest', '0x0'))
 */
export const eth_getTransactionByBlockNumberAndIndex = defineEthMethod({
  name: 'eth_getTransactionByBlockNumberAndIndex',
  summary: 'A transaction of a block by its position; null where none is.',
  params: tuple([BlockParameter, EthQuantity]),
  result: nullable(EthTransaction),
  isOf: ({ blockNumber, transactionIndex }, block, index) =>
    isAsked(block, blockNumber) && isAsked(index, transactionIndex),
});
