import { boolean, nullable, object, optional } from '@metamask/superstruct';
import { accountAt, nextAddressIndex } from '../flow/account';
import { approve } from '../flow/review';
import { sendTransaction } from '../flow/sendTransaction';
import type { Module } from '../module';
import { AddressIndex, type StoredAccount } from '../schema/account';
import type { RequestContext } from '../schema/context';
import { field } from '../schema/field';
import { withDefault } from '../schema/input';
import { ChainIdParam, ContractAddress, Felt } from '../schema/primitives';
import { accountClasses } from '../starknet/accountClasses';
import { defineMethod, nodeErrors } from './method';

export const xnet_createAccount = defineMethod({
  summary: 'Creates the account of an index and, when asked to, deploys it.',
  params: object({
    addressIndex: field(optional(AddressIndex), {
      description: 'Index of the BIP-44 key; the first free one when absent.',
      example: 0,
    }),
    deploy: field(withDefault(boolean(), false), {
      description: 'True to send the transaction that deploys it, too.',
    }),
    chainId: ChainIdParam,
  }),
  result: object({
    transaction_hash: field(nullable(Felt), {
      description: 'Hash of the deployment; null when none was asked for.',
      jsonSchema: { type: ['string', 'null'] },
    }),
    address: field(ContractAddress, { description: 'Address of the account.' }),
  }),
  errors: [
    'userRejected',
    'accountDeployed',
    'insufficientFunds',
    'transactionReverts',
    'transactionRejected',
    'hashMismatch',
    ...nodeErrors,
  ],
  callers: 'anyDapp',
  prompts: 'sometimes',

  async handle({ params, ...context }, module) {
    const { chainId } = context.network;
    const index = params.addressIndex ?? (await nextAddressIndex(module, chainId));
    const account = await accountAt(module, chainId, index);
    if (!params.deploy) {
      await keep(module, context, account);
      return { transaction_hash: null, address: account.address };
    }
    const [hash = null] = await sendTransaction(module, {
      context,
      account,
      calls: [],
      details: {},
    });
    await module.accounts.save({ ...account, deployTxnHash: hash });
    return { transaction_hash: hash, address: account.address };
  },
});

/** Saves a new account once the user agrees; one that is known already needs no question. */
async function keep(module: Module, context: RequestContext, account: StoredAccount) {
  const { chainId, name } = context.network;
  const known = await module.accounts.list(chainId);
  if (known.some(({ addressIndex }) => addressIndex === account.addressIndex)) return;
  await approve(
    { context, account },
    () => ({
      title: 'Create account',
      origin: context.origin,
      network: name,
      warnings: [],
      sections: [
        {
          title: 'What you get',
          facts: [
            { as: 'sentence', value: `Account ${account.addressIndex + 1}, made from your phrase` },
            {
              as: 'address',
              label: 'Its address, which the site will see',
              value: account.address,
            },
            { as: 'text', label: 'Kind', value: accountClasses[account.accountClass].label },
            { as: 'text', label: 'Key', value: account.derivationPath },
            { as: 'text', label: 'Cost', value: 'None until it is deployed' },
          ],
        },
      ],
    }),
    module.dialogs,
  );
  await module.accounts.save(account);
}
