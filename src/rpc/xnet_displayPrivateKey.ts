import { object } from '@metamask/superstruct';
import { field, Null } from '@xnet/clients/schema/field';
import { displayPrivateKey } from '../flow/consent/privateKey';
import { ChainIdParam, ContractAddress } from '../schema/primitives';
import { defineMethod } from './method';

export const xnet_displayPrivateKey = defineMethod({
  summary: 'Shows the private key of an account to the user only, after approval.',
  params: object({
    userAddress: field(ContractAddress, { description: 'Address of the account.' }),
    chainId: ChainIdParam,
  }),
  result: field(Null, {
    description: 'Always null: the key is only shown on the screen.',
    jsonSchema: { type: 'null' },
  }),
  errors: ['unknownAccount', 'accountMismatch', 'userRejected'],
  prompts: 'always',
  blocksWhenRefused: true,
  account: { address: 'userAddress' },

  async handle({ account, origin, network }, module) {
    await displayPrivateKey(module, { origin, network: network.name }, account);
    return null;
  },
});
