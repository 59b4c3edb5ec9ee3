import { array, type Infer, nullable, pattern, string, tuple } from '@metamask/superstruct';
import { BlockOrHash, either } from '../schema/ethereum/primitives';
import { EthReceipt } from '../schema/ethereum/receipt';
import { defineEthMethod } from './method';

const DecimalNumber = pattern(string(), /^(?:0|[1-9]\d{0,18})$/u);
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
});
