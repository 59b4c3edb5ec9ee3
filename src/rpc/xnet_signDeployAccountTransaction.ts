import { array, object, optional } from '@metamask/superstruct';
import { fail } from '../errors';
import { signOnly } from '../flow/signTransaction';
import type { StoredAccount } from '../schema/account';
import { field } from '../schema/field';
import { ContractAddress, Felt, RequiredChainId, sameFelt } from '../schema/primitives';
import { DeploySignerDetails } from '../schema/signerDetails';
import { accountClasses } from '../starknet/accountClasses';
import { defineMethod, nodeErrors } from './method';

export const xnet_signDeployAccountTransaction = defineMethod({
  summary: 'Signs the deployment of an account without sending it, once the user agrees.',
  params: object({
    address: field(ContractAddress, { description: 'Account to deploy.' }),
    chainId: RequiredChainId,
    details: field(optional(DeploySignerDetails), {
      description: 'Transaction details; what is absent is read and estimated.',
    }),
  }),
  result: field(array(Felt), { description: 'The signature: r and s.' }),
  errors: [
    'unknownAccount',
    'userRejected',
    'accountDeployed',
    'insufficientFunds',
    'feeAboveLimit',
    'transactionReverts',
    'transactionRejected',
    ...nodeErrors,
  ],
  callers: 'anyDapp',
  prompts: 'always',
  aliases: {
    address: ['signerAddress', 'senderAddress', 'userAddress'],
    details: ['transaction', 'invocationsDetails'],
  },

  async handle({ params, ...context }, module) {
    const account = await module.accounts.get(context.network.chainId, params.address);
    const details = params.details ?? {};
    requireSameDeployment(account, details);
    return signOnly(module, { context, account, calls: [], deploys: true, details });
  },
});

/** A deployment of anything else than this account is not signed. */
function requireSameDeployment(account: StoredAccount, details: DeploySignerDetails): void {
  const { classHash, constructorCalldata } = accountClasses[account.addressClass];
  const own = {
    contractAddress: [account.address],
    classHash: [classHash],
    addressSalt: [account.publicKey],
    constructorCalldata: constructorCalldata(account.publicKey),
  };
  for (const name of [
    'contractAddress',
    'classHash',
    'addressSalt',
    'constructorCalldata',
  ] as const) {
    const given = details[name];
    if (given === undefined || sameFelts([given].flat(), own[name])) continue;
    fail('invalidParams', `${name}: it is not the deployment of this account.`, {
      path: `details.${name}`,
    });
  }
}

const sameFelts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((felt, index) => sameFelt(felt, b[index] ?? ''));
