import { nullable, object, string } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { nameOfAddress } from '../flow/tokens/starkName';
import { ChainIdParam, ContractAddress } from '../schema/primitives';
import { defineMethod, nodeErrors } from './method';

export const xnet_getStarkName = defineMethod({
  summary: 'Returns the .stark name of an address, if the name resolves back to that address.',
  params: object({
    userAddress: field(ContractAddress, { description: 'Address to look up.' }),
    chainId: ChainIdParam,
  }),
  result: field(nullable(string()), {
    description: 'The name, or null if there is none.',
    example: 'alice.stark',
    jsonSchema: { type: ['string', 'null'] },
  }),
  errors: [...nodeErrors],
  prompts: 'never',
  aliases: { userAddress: ['address'] },

  async handle({ params, network }, module) {
    return (await nameOfAddress(module, network.chainId, params.userAddress)) ?? null;
  },
});
