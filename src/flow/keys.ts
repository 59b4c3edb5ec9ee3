import { fail } from '../errors';
import { type Bip44Node, publicKeyOf, withPrivateKey } from '../starknet/keys';
import { QUERY_VERSION, signTransaction, type Transaction } from '../starknet/transaction';
import type { Approved } from './review';

export type Keys = ReturnType<typeof keysOf>;

/** The account keys. They exist only inside a call, and are wiped before it returns. */
export const keysOf = (entropy: () => Promise<Bip44Node>) => ({
  publicKey: async (addressIndex: number): Promise<string> =>
    withPrivateKey(await entropy(), addressIndex, publicKeyOf),

  /** Signs what the user has approved, and nothing else: only `approve` makes an Approved. */
  async sign(
    approved: Approved<{ transactions: readonly Transaction[] }>,
    addressIndex: number,
    chainId: string,
  ): Promise<Transaction[]> {
    return withPrivateKey(await entropy(), addressIndex, (key) =>
      approved.transactions.map((transaction) => signTransaction(transaction, chainId, key)),
    );
  },

  /**
   * Signs for a fee estimate, without asking: the query version is part of the hash, and the
   * network includes no transaction of that version, so the signature is good for nothing else.
   */
  async signForEstimate(
    transactions: readonly Transaction[],
    addressIndex: number,
    chainId: string,
  ): Promise<Transaction[]> {
    if (transactions.some(({ version }) => version !== QUERY_VERSION)) fail('internal');
    return withPrivateKey(await entropy(), addressIndex, (key) =>
      transactions.map((transaction) => signTransaction(transaction, chainId, key)),
    );
  },
});
