import { boolean, object } from '@metamask/superstruct';
import { defineRemoteMethod } from '../method';

/** Whether the paymaster works at all. */
export const paymaster_isAvailable = defineRemoteMethod({
  name: 'paymaster_isAvailable',
  params: object({}),
  result: boolean(),
});
