import { type Infer, type } from '@metamask/superstruct';
import { Address, Data, Hash, listOf, Quantity, Word } from './primitives';

/** What eth_getProof answers (EIP-1186); balance in wei. `verifyProof` says whether it holds. */
export const EthProof = type({
  address: Address,
  balance: Quantity,
  codeHash: Hash,
  nonce: Quantity,
  storageHash: Hash,
  accountProof: listOf(Data),
  storageProof: listOf(type({ key: Word, value: Word, proof: listOf(Data) })),
});
export type EthProof = Infer<typeof EthProof>;
