import { object } from '@metamask/superstruct';
import { fail } from '@xnet/clients/errors';
import { findNetwork, Network } from '../schema/primitives';
import { defineMethod } from './method';

export const xnet_getCurrentNetwork = defineMethod({
  summary: 'Returns the network that the user has selected.',
  params: object({}),
  result: Network,
  errors: [],
  prompts: 'never',

  async handle(_request, { settings }) {
    return findNetwork(await settings.network.chosen()) ?? fail('internal');
  },
});
