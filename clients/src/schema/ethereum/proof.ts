import { type Infer, type } from '@metamask/superstruct';
import { Address, arrayOfStruct, Data, EthQuantity, Hash, Word } from './primitives';

/** The result of eth_getProof (EIP-1186); balance in wei. `verifyProof` checks it. */
export const EthProof = type({
  address: Address,
  balance: EthQuantity,
  codeHash: Hash,
  nonce: EthQuantity,
  storageHash: Hash,
  accountProof: arrayOfStruct(Data),
  storageProof: arrayOfStruct(type({ key: Word, value: Word, proof: arrayOfStruct(Data) })),
});
export type EthProof = Infer<typeof EthProof>;
