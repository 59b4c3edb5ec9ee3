import { object } from '@metamask/superstruct';
import { Count } from '@xnet/clients/schema/field';
import { defineRemoteMethod } from '../method';

/** Returns the number of the latest accepted block. */
export const starknet_blockNumber = defineRemoteMethod({
  name: 'starknet_blockNumber',
  params: object({}),
  result: Count,
});
