import { integer, min, object } from '@metamask/superstruct';
import { defineRemoteMethod } from '../method';

/** Tells the number of the latest accepted block. */
export const starknet_blockNumber = defineRemoteMethod({
  name: 'starknet_blockNumber',
  params: object({}),
  result: min(integer(), 0),
});
