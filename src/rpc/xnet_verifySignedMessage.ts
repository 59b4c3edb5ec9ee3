import { boolean, object } from '@metamask/superstruct';
import { isValidSignature } from '../flow/messages/verify';
import { field } from '../schema/field';
import { ChainIdParam, ContractAddress } from '../schema/primitives';
import { checkShape } from '../schema/shape';
import { SignatureParam } from '../schema/signature';
import { TypedDataMessage } from '../schema/typedDataMessage';
import { typedDataHash } from '../starknet/typedData/hash';
import { parseTypedData } from '../starknet/typedData/parse';
import { defineMethod, nodeErrors } from './method';

export const xnet_verifySignedMessage = defineMethod({
  summary: 'Tells whether a signature of typed data is valid for an account, by its contract.',
  params: object({
    typedDataMessage: TypedDataMessage,
    address: field(ContractAddress, { description: 'Account that is said to have signed.' }),
    signature: SignatureParam,
    chainId: ChainIdParam,
  }),
  result: field(boolean(), { description: 'True when the signature is valid.' }),
  errors: nodeErrors,
  callers: 'anyDapp',
  prompts: 'never',
  aliases: { address: ['signerAddress', 'userAddress'], typedDataMessage: ['typedData'] },

  async handle({ params, ...context }, module) {
    checkShape(params.typedDataMessage);
    const hash = typedDataHash(parseTypedData(params.typedDataMessage), params.address);
    return isValidSignature(module, context, { ...params, hash });
  },
});
