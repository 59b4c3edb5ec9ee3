import { object, type } from '@metamask/superstruct';
import { Count } from '@xnet/clients/schema/field';
import { Felt } from '../../schema/primitives';
import { defineRemoteMethod } from '../method';

/** Returns hash and number of the latest accepted block. */
export const starknet_blockHashAndNumber = defineRemoteMethod({
  name: 'starknet_blockHashAndNumber',
  params: object({}),
  result: type({ block_hash: Felt, block_number: Count }),
});
