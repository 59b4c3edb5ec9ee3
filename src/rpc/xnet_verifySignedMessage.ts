import { boolean, define, object } from '@metamask/superstruct';
import { getErrorKind } from '@xnet/clients/errors';
import { type AnyStruct, field, parse, toJsonSchema } from '@xnet/clients/schema/field';
import { type Claim, isValidSignature } from '../flow/messages/verify';
import { ChainIdParam, ContractAddress } from '../schema/primitives';
import { SignatureParam, TypedDataMessage } from '../schema/typedDataMessage';
import type { Steps } from '../starknet/effort';
import { libraryHashSteps } from '../starknet/typedData/libraryHash';
import { defineMethod, nodeErrors } from './method';

/** Any value: a malformed message or signature is not an error but an invalid signature. */
const Given = define<unknown>('given', (value) => value !== undefined || 'Expected a value');

/** Schema of the intended form, or of anything else. */
function orAnything(struct: AnyStruct) {
  const { description: _description, examples, ...schema } = toJsonSchema(struct);
  return { anyOf: [schema, {}], examples };
}

type SignedMessage = { typedDataMessage: unknown; signature: unknown };

/**
 * Reads what the signature claims to sign; undefined if the signature is malformed, or if no library
 * hashes the message.
 */
function* parseClaim(
  { typedDataMessage, signature }: SignedMessage,
  address: string,
): Steps<Claim | undefined> {
  try {
    const message = parse(typedDataMessage, TypedDataMessage, 'invalidParams');
    return {
      address,
      hash: yield* libraryHashSteps(message, address),
      signature: parse(signature, SignatureParam, 'invalidParams'),
    };
  } catch (error) {
    if (getErrorKind(error) === 'invalidParams') return undefined;
    throw error;
  }
}

export const xnet_verifySignedMessage = defineMethod({
  summary: 'Asks the account contract whether a signature of typed data is valid.',
  params: object({
    typedDataMessage: field(Given, {
      description: 'SNIP-12 typed data. Anything else has no valid signature.',
      jsonSchema: orAnything(TypedDataMessage),
    }),
    address: field(ContractAddress, { description: 'Account that is claimed to have signed.' }),
    signature: field(Given, {
      description: 'Signature: felts separated by commas, or an array of them.',
      jsonSchema: orAnything(SignatureParam),
    }),
    chainId: ChainIdParam,
  }),
  result: field(boolean(), {
    description: 'True if the signature is valid; false also for a malformed signature or message.',
  }),
  errors: nodeErrors,
  prompts: 'never',
  aliases: { address: ['signerAddress', 'userAddress'], typedDataMessage: ['typedData'] },

  async handle({ params, ...context }, module) {
    const claim = await module.compute(parseClaim(params, params.address));
    return claim !== undefined && isValidSignature(module, context, claim);
  },
});
