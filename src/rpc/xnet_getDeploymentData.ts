import { array, enums, object } from '@metamask/superstruct';
import { fail } from '@xnet/clients/errors';
import { field } from '@xnet/clients/schema/field';
import { classHashCall } from '../flow/chain/classHashCall';
import { requireUsable } from '../flow/consent/usable';
import { isContractNotFound } from '../remote/starknet/nodeErrors';
import { ChainIdParam, ContractAddress, Felt } from '../schema/primitives';
import { deploymentData } from '../starknet/accounts/classes';
import { defineMethod, nodeErrors } from './method';

export const xnet_getDeploymentData = defineMethod({
  summary: 'Returns what another party needs to deploy an account that is not deployed yet.',
  params: object({
    address: field(ContractAddress, { description: 'Account to deploy.' }),
    chainId: ChainIdParam,
  }),
  result: object({
    address: field(ContractAddress, { description: 'Address that the account will have.' }),
    class_hash: field(Felt, { description: 'Class of the account.' }),
    salt: field(Felt, { description: 'Salt of the address.' }),
    calldata: field(array(Felt), { description: 'Constructor calldata.' }),
    version: field(enums([0, 1]), { description: 'Cairo version of the class.' }),
  }),
  errors: [
    'unknownAccount',
    'accountMismatch',
    'needsOtherSigner',
    'accountDeployed',
    ...nodeErrors,
  ],
  prompts: 'never',
  account: { address: 'address' },

  async handle({ account, network: { chainId } }, module) {
    requireUsable(account);
    if (account.deployment === 'deployed') fail('accountDeployed');
    // Another party may have deployed it in the meantime, so the chain is queried.
    const node = await module.node(chainId);
    const [onChain] = await node.batch([classHashCall(account.address)]);
    if (onChain.ok) {
      await module.accounts.markDeployed(chainId, account.address);
      fail('accountDeployed');
    }
    if (!isContractNotFound(onChain.error)) throw onChain.error;
    return deploymentData(account);
  },
});
