import { array, type Infer, nullable, tuple } from '@metamask/superstruct';
import { BlockOrHash, either, Hash } from '../schema/ethereum/primitives';
import { EthReceipt } from '../schema/ethereum/receipt';
import { matching } from '../schema/field';
import { areInOrder } from './completeness';
import { defineEthMethod, isAsked } from './method';

const DecimalNumber = matching('a number in decimal', /^(?:0|[1-9]\d{0,18})$/u);
const blockOfReceipts =
  'a block: a number in hex or decimal, or latest, earliest, pending, safe, finalized, or a block hash';

/**
 * @example await node.read(eth_getBlockReceipts('finalized'))
 */
export const eth_getBlockReceipts = defineEthMethod({
  name: 'eth_getBlockReceipts',
  summary: 'The receipts of a block by its number, tag or hash; null where no such block is.',
  params: tuple([either<Infer<typeof BlockOrHash>>(blockOfReceipts, BlockOrHash, DecimalNumber)]),
  result: nullable(array(EthReceipt)),
  isOf: (receipts, blockId) =>
    areInOrder(receipts) &&
    receipts.every(({ blockHash, blockNumber }) => {
      if (typeof blockId === 'string')
        return isAsked(blockId, Hash.is(blockId) ? blockHash : blockNumber);
      if ('blockHash' in blockId) return isAsked(blockId.blockHash, blockHash);
      return isAsked(blockId.blockNumber, blockNumber);
    }),
});
