import { coerce, object, string } from '@metamask/superstruct';
import { fail } from '@xnet/clients/errors';
import { field, text } from '@xnet/clients/schema/field';
import { addressOfName } from '../flow/tokens/starkName';
import { ChainIdParam, ContractAddress } from '../schema/primitives';
import { defineMethod, nodeErrors } from './method';

export const xnet_getAddrFromStarkName = defineMethod({
  summary: 'Resolves a .stark name to an address.',
  params: object({
    starkName: field(
      coerce(text('a .stark name', /./su, 256), string(), (name) => name.toLowerCase()),
      {
        description: 'The name, including .stark.',
        example: 'alice.stark',
        jsonSchema: { type: 'string', minLength: 1, maxLength: 256 },
      },
    ),
    chainId: ChainIdParam,
  }),
  result: field(ContractAddress, {
    description: 'The address. Fails with unknownName if none is set.',
  }),
  errors: ['unknownName', ...nodeErrors],
  prompts: 'never',

  async handle({ params, network }, module) {
    const address = await addressOfName(module, network.chainId, params.starkName);
    return address ?? fail('unknownName', params.starkName);
  },
});
