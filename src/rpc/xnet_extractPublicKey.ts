import { object } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { ChainIdParam, ContractAddress, Felt } from '../schema/primitives';
import { defineMethod } from './method';

export const xnet_extractPublicKey = defineMethod({
  summary: 'Returns the public key from which the address of an account was derived.',
  params: object({
    userAddress: field(ContractAddress, { description: 'Address of the account.' }),
    chainId: ChainIdParam,
  }),
  result: field(Felt, {
    description: 'Public key. The signer of the account may have changed since.',
  }),
  errors: ['unknownAccount'],
  prompts: 'never',
  account: { address: 'userAddress' },

  handle: async ({ account }) => account.publicKey,
});
