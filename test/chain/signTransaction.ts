import { signHash } from '../../src/starknet/accounts/keys';
import { type Transaction, transactionHash } from '../../src/starknet/transactions/transaction';

/** Returns a copy of the transaction with the owner's signature over its hash. */
export const signTransaction = <T extends Transaction>(
  transaction: T,
  chainId: string,
  privateKey: Uint8Array,
): T => ({
  ...transaction,
  signature: signHash(transactionHash(transaction, chainId), privateKey),
});
