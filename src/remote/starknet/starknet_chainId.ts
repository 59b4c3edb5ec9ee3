import { object } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { defineRemoteMethod } from '../method';

/** Tells the chain that the node serves: a short string as hex. */
export const starknet_chainId = defineRemoteMethod({
  name: 'starknet_chainId',
  params: object({}),
  result: Felt,
});
