import { object } from '@metamask/superstruct';
import { fail } from '@xnet/clients/errors';
import { findNetwork, Network } from '../schema/primitives';
import { defineMethod } from './method';

export const xnet_getCurrentNetwork = defineMethod({
  summary: 'Returns the network that the site works on: Sepolia until the user lets it switch.',
  params: object({}),
  result: Network,
  errors: [],
  prompts: 'never',

  async handle({ origin }, { siteNetworks }) {
    return findNetwork(await siteNetworks.of(origin)) ?? fail('internal');
  },
});
