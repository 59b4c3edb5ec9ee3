import { array, type Infer, nullable, pattern, string, tuple } from '@metamask/superstruct';
import { BlockOrHash, either } from '../../schema/ethereum/primitives';
import { EthReceipt } from '../../schema/ethereum/receipt';
import { defineEthMethod } from './method';

const Decimal = pattern(string(), /^(?:0|[1-9]\d{0,18})$/u);
const block =
  'a block: a number in hex or decimal, or latest, earliest, pending, safe, finalized, or a block hash';

export const eth_getBlockReceipts = defineEthMethod({
  name: 'eth_getBlockReceipts',
  summary: 'The receipts of a block by its number, tag or hash; null where no such block is.',
  params: tuple([either<Infer<typeof BlockOrHash>>(block, BlockOrHash, Decimal)]),
  result: nullable(array(EthReceipt)),
});
