import { signHash } from '../../src/starknet/accounts/keys';
import { type Transaction, transactionHash } from '../../src/starknet/transactions/transaction';

/** The transaction with the owner's signature over its hash; the one given stays as it is. */
export const signTransaction = <T extends Transaction>(
  transaction: T,
  chainId: string,
  privateKey: Uint8Array,
): T => ({
  ...transaction,
  signature: signHash(transactionHash(transaction, chainId), privateKey),
});
