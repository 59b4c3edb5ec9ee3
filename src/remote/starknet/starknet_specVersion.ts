import { object, pattern, string } from '@metamask/superstruct';
import { defineRemoteMethod } from '../method';

/** Tells which version of the node API is spoken, such as 0.10.2 or 0.9.0-rc.2. */
export const starknet_specVersion = defineRemoteMethod({
  name: 'starknet_specVersion',
  params: object({}),
  result: pattern(string(), /^\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[\w.]{1,32})?$/u),
});
