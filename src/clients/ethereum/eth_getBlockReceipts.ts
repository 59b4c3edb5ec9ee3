import { array, define, nullable, tuple, union } from '@metamask/superstruct';
import { BlockParameter, Hash } from '../../schema/ethereum/primitives';
import { EthReceipt } from '../../schema/ethereum/receipt';
import { defineEthMethod } from './method';

const Decimal = define<string>(
  'decimal integer',
  (value) => typeof value === 'string' && /^(?:0|[1-9]\d{0,18})$/u.test(value),
);

export const eth_getBlockReceipts = defineEthMethod({
  name: 'eth_getBlockReceipts',
  summary: 'The receipts of a block by its number, tag or hash; null where no such block is.',
  params: tuple([union([BlockParameter, Decimal, Hash])]),
  result: nullable(array(EthReceipt)),
});
