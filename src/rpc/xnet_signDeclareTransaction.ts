import { array, assign, object, optional } from '@metamask/superstruct';
import { fail } from '../errors';
import { signOnly } from '../flow/send/sign';
import { field } from '../schema/field';
import { ContractAddress, Felt, RequiredChainId, sameFelt } from '../schema/primitives';
import { SignerDetails } from '../schema/signerDetails';
import { defineMethod, nodeErrors } from './method';

const bound = { max_amount: '0x100000', max_price_per_unit: '0x59682f00' };

const DeclareDetails = assign(
  SignerDetails,
  object({
    classHash: field(Felt, { description: 'Hash of the class.' }),
    compiledClassHash: field(optional(Felt), { description: 'Hash of the compiled class.' }),
    senderAddress: field(optional(ContractAddress), { description: 'Account that declares.' }),
  }),
);

export const xnet_signDeclareTransaction = defineMethod({
  summary: 'Signs the declaration of a class without sending it, once the user agrees.',
  params: object({
    address: field(ContractAddress, { description: 'Account that signs.' }),
    chainId: RequiredChainId,
    details: field(DeclareDetails, {
      description: 'Transaction details with nonce, resourceBounds and the hashes of the class.',
      example: {
        classHash: '0x1',
        compiledClassHash: '0x2',
        nonce: '0x1',
        resourceBounds: { l1_gas: bound, l1_data_gas: bound, l2_gas: bound },
      },
    }),
  }),
  result: object({
    signature: field(array(Felt), { description: 'The signature: r and s.' }),
  }),
  errors: ['unknownAccount', 'userRejected', ...nodeErrors],
  callers: 'anyDapp',
  prompts: 'always',
  account: { address: 'address' },
  aliases: {
    address: ['senderAddress', 'signerAddress', 'userAddress'],
    details: ['transaction', 'invocationsDetails'],
  },

  async handle({ params, account, ...context }, module) {
    const { classHash, compiledClassHash, senderAddress, ...details } = params.details;
    if (senderAddress !== undefined && !sameFelt(senderAddress, account.address))
      fail('invalidParams', 'The details name another sender.', { path: 'details.senderAddress' });
    // Without the class nothing can be estimated: what is signed must be complete.
    for (const [name, given] of Object.entries({
      compiledClassHash,
      nonce: details.nonce,
      resourceBounds: details.resourceBounds,
    }))
      if (given === undefined)
        fail('invalidParams', `details.${name}: it is part of what is signed.`, {
          path: `details.${name}`,
        });
    const signature = await signOnly(module, {
      context,
      account,
      calls: [],
      deploys: false,
      declares: { classHash, compiledClassHash: compiledClassHash ?? '' },
      details,
    });
    return { signature };
  },
});
