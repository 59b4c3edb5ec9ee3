import { array, assign, object, optional } from '@metamask/superstruct';
import { fail } from '@xnet/clients/errors';
import { field } from '@xnet/clients/schema/field';
import { computeCompiledHash } from '../flow/send/declare';
import { signOnly } from '../flow/send/sign';
import { CompiledClassParam } from '../schema/contractPayload';
import { gasRecord } from '../schema/gas';
import { ContractAddress, Felt, RequiredChainId, sameFelt } from '../schema/primitives';
import { SignerDetails } from '../schema/transactionDetails';
import { defineMethod, transactionErrors } from './method';

const exampleBound = { max_amount: '0x100000', max_price_per_unit: '0x59682f00' };

const DeclareDetails = assign(
  SignerDetails,
  object({
    classHash: field(Felt, { description: 'Hash of the class.' }),
    compiledClassHash: field(optional(Felt), {
      description: 'Hash of the compiled class; computed if casm is given instead.',
    }),
    casm: CompiledClassParam,
    senderAddress: field(optional(ContractAddress), { description: 'Account that declares.' }),
  }),
);

export const xnet_signDeclareTransaction = defineMethod({
  summary: 'Signs the declaration of a class without sending it, after approval.',
  params: object({
    address: field(ContractAddress, { description: 'Account that signs.' }),
    chainId: RequiredChainId,
    details: field(DeclareDetails, {
      description:
        'Transaction details with the hashes of the class. Missing bounds default to those of the largest class, within the balance of the account.',
      example: {
        classHash: '0x1',
        compiledClassHash: '0x2',
        nonce: '0x1',
        resourceBounds: gasRecord(() => exampleBound),
      },
    }),
  }),
  result: object({
    signature: field(array(Felt), { description: 'The signature: r and s.' }),
  }),
  errors: transactionErrors,
  large: true,
  prompts: 'always',
  account: { address: 'address' },
  aliases: { details: ['transaction', 'invocationsDetails'] },

  async handle({ params, account, ...context }, module) {
    const { classHash, compiledClassHash, casm, senderAddress, ...details } = params.details;
    if (senderAddress !== undefined && !sameFelt(senderAddress, account.address))
      fail('invalidParams', 'The details name another sender.', { path: 'details.senderAddress' });
    const compiled = { compiledClassHash, casm };
    const signature = await signOnly(module, {
      context,
      account,
      calls: [],
      deploys: false,
      declares: {
        classHash,
        compiledClassHash: await computeCompiledHash(module, context, compiled, 'details'),
      },
      details,
    });
    return { signature };
  },
});
