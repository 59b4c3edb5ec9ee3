import { array, type Infer, type } from '@metamask/superstruct';
import { Address, Data, Hash, Quantity, Word } from './primitives';

/** What eth_getProof answers (EIP-1186); balance in wei. `verifyProof` says whether it holds. */
export const EthProof = type({
  address: Address,
  balance: Quantity,
  codeHash: Hash,
  nonce: Quantity,
  storageHash: Hash,
  accountProof: array(Data),
  storageProof: array(type({ key: Word, value: Word, proof: array(Data) })),
});
export type EthProof = Infer<typeof EthProof>;
