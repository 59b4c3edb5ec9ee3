import { array, enums, object } from '@metamask/superstruct';
import { fail } from '../errors';
import { field } from '../schema/field';
import { ChainIdParam, ContractAddress, Felt } from '../schema/primitives';
import { accountClasses } from '../starknet/accounts/classes';
import { defineMethod } from './method';

export const xnet_getDeploymentData = defineMethod({
  summary: 'Tells what another party needs to deploy an account that is not deployed yet.',
  params: object({
    address: field(ContractAddress, { description: 'Account to deploy.' }),
    chainId: ChainIdParam,
  }),
  result: object({
    address: field(ContractAddress, { description: 'Address that it will have.' }),
    class_hash: field(Felt, { description: 'Class of the account.' }),
    salt: field(Felt, { description: 'Salt of the address.' }),
    calldata: field(array(Felt), { description: 'Constructor calldata.' }),
    version: field(enums([0, 1]), { description: 'Cairo version of the class.' }),
  }),
  errors: ['unknownAccount', 'accountDeployed'],
  callers: 'anyDapp',
  prompts: 'never',
  account: { address: 'address' },
  aliases: { address: ['accountAddress', 'userAddress'] },

  async handle({ account }) {
    if (account.deployment === 'deployed') fail('accountDeployed');
    const { classHash, cairoVersion, constructorCalldata } = accountClasses[account.addressClass];
    return {
      address: account.address,
      class_hash: classHash,
      salt: account.publicKey,
      calldata: constructorCalldata(account.publicKey),
      version: cairoVersion,
    };
  },
});
