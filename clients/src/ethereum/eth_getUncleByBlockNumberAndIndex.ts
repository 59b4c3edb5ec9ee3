import { nullable, tuple } from '@metamask/superstruct';
import { EthUncle } from '../schema/ethereum/block';
import { BlockParameter, EthQuantity } from '../schema/ethereum/primitives';
import { defineEthMethod } from './method';

/**
 * @example await node.read(eth_getUncleByBlockNumberAndIndex('0x1b4', '0x0'))
 */
export const eth_getUncleByBlockNumberAndIndex = defineEthMethod({
  name: 'eth_getUncleByBlockNumberAndIndex',
  summary: 'An uncle of a block by its position; null where none is.',
  params: tuple([BlockParameter, EthQuantity]),
  result: nullable(EthUncle),
});
