import { object } from '@metamask/superstruct';
import { matching } from '@xnet/clients/schema/field';
import { defineRemoteMethod } from '../method';

/** Returns the version of the node API, such as 0.10.2 or 0.9.0-rc.2. */
export const starknet_specVersion = defineRemoteMethod({
  name: 'starknet_specVersion',
  params: object({}),
  result: matching('a version', /^\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[\w.]{1,32})?$/u),
});
