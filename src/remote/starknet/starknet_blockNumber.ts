import { integer, min, object } from '@metamask/superstruct';
import { defineNodeMethod } from './method';

export const starknet_blockNumber = defineNodeMethod({
  name: 'starknet_blockNumber',
  summary: 'Tells the number of the latest accepted block.',
  params: object({}),
  result: min(integer(), 0),
});
