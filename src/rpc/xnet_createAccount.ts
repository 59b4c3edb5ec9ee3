import { boolean, nullable, object, optional } from '@metamask/superstruct';
import { field, withDefault } from '@xnet/clients/schema/field';
import { keepAccount } from '../flow/accounts/account';
import { sendTransaction } from '../flow/send/send';
import { AddressIndex } from '../schema/account';
import { ChainIdParam, ContractAddress, Felt } from '../schema/primitives';
import { defineMethod, nodeErrors } from './method';

export const xnet_createAccount = defineMethod({
  summary: 'Creates the account at an index and, on request, deploys it.',
  params: object({
    addressIndex: field(optional(AddressIndex), {
      description: 'Index of the BIP-44 key; default: the first free one.',
      example: 0,
    }),
    deploy: field(withDefault(boolean(), false), {
      description: 'True to also send the transaction that deploys the account.',
    }),
    chainId: ChainIdParam,
  }),
  result: object({
    transaction_hash: field(nullable(Felt), {
      description: 'Hash of the deployment; null if none was requested.',
      jsonSchema: { type: ['string', 'null'] },
    }),
    address: field(ContractAddress, { description: 'Address of the account.' }),
  }),
  errors: [
    'unknownAccount',
    'needsOtherSigner',
    'userRejected',
    'accountDeployed',
    'insufficientFunds',
    'transactionReverts',
    'transactionRejected',
    'hashMismatch',
    ...nodeErrors,
  ],
  prompts: 'sometimes',
  account: { index: 'addressIndex' },

  async handle({ params, granted, ...context }, module) {
    // Errors of a deployment reveal the account, so the site must have access to it first.
    const account = granted ?? (await keepAccount(module, context, params.addressIndex));
    if (!params.deploy) return { transaction_hash: null, address: account.address };
    const [hash = null] = await sendTransaction(module, {
      context,
      account,
      calls: [],
      details: {},
    });
    return { transaction_hash: hash, address: account.address };
  },
});
