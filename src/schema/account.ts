import {
  enums,
  type Infer,
  integer,
  max,
  min,
  nullable,
  object,
  string,
} from '@metamask/superstruct';
import { field } from './field';
import { ChainId, ContractAddress, Felt } from './primitives';

/** Index of a BIP-44 key; below 2^31, as BIP-32 has it. */
export const AddressIndex = field(max(min(integer(), 0), 2 ** 31 - 1), {
  jsonSchema: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 },
});

const accountClassNames = ['argent040', 'argent031', 'argent024', 'openZeppelin100'] as const;

/** What is kept of an account; the keys are derived when they are needed. */
export const StoredAccount = object({
  address: field(ContractAddress, { description: 'Contract address of the account.' }),
  addressIndex: field(AddressIndex, { description: 'Last index of the BIP-44 path.' }),
  publicKey: field(Felt, { description: 'Public key on the STARK curve.' }),
  accountClass: enums(accountClassNames),
  /** Hash of the transaction that deploys it; null when it is not ours or not sent. */
  deployTxnHash: nullable(Felt),
  /** `unknown` until a node has shown the contract; deployed accounts stay deployed. */
  deployment: enums(['unknown', 'deployed']),
  derivationPath: string(),
  chainId: ChainId,
});
export type StoredAccount = Infer<typeof StoredAccount>;
