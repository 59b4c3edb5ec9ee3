import {
  array,
  assign,
  coerce,
  enums,
  type Infer,
  object,
  optional,
  string,
} from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { ChainIdText, ContractAddress, Felt } from './primitives';
import { TransactionDetails } from './transactionDetails';

const context = {
  walletAddress: field(optional(ContractAddress), {
    description: 'Sender; refused when it is another than the account that signs.',
  }),
  chainId: field(optional(ChainIdText), {
    description: 'Network; refused when it is another than the one of the request.',
    jsonSchema: { type: 'string' },
  }),
  cairoVersion: field(optional(coerce(enums(['0', '1', '']), string(), (text) => text)), {
    description: 'Accepted for compatibility; the class of the account decides.',
    jsonSchema: { enum: ['0', '1', ''] },
  }),
};

/** Transaction details as libraries hand them to a signer: with the sender and network beside. */
export const SignerDetails = assign(TransactionDetails, object(context));
export type SignerDetails = Infer<typeof SignerDetails>;

/** The same for the deployment of an account; what they say of it must be what the module makes. */
export const DeploySignerDetails = assign(
  SignerDetails,
  object({
    contractAddress: field(optional(ContractAddress), { description: 'Address of the account.' }),
    classHash: field(optional(Felt), { description: 'Class of the account.' }),
    addressSalt: field(optional(Felt), { description: 'Salt of the address.' }),
    constructorCalldata: field(optional(array(Felt)), { description: 'Constructor calldata.' }),
  }),
);
export type DeploySignerDetails = Infer<typeof DeploySignerDetails>;
