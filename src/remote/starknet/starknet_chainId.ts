import { object } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { defineRemoteMethod } from '../method';

/** Returns the node's chain: a short string as hex. */
export const starknet_chainId = defineRemoteMethod({
  name: 'starknet_chainId',
  params: object({}),
  result: Felt,
});
