import { array, object } from '@metamask/superstruct';
import { Network, networks } from '../schema/primitives';
import { defineMethod } from './method';

export const xnet_getStoredNetworks = defineMethod({
  summary: 'Lists the networks that the module supports.',
  params: object({}),
  result: array(Network),
  errors: [],
  prompts: 'never',
  handle: async () => [...networks],
});
