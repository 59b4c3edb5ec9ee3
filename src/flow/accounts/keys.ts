import { fail } from '@xnet/clients/errors';
import type { StoredAccount } from '../../schema/account';
import {
  type Bip44Node,
  privateKeyText,
  publicKeyOf,
  randomNode,
  signHash,
  withPrivateKey,
} from '../../starknet/accounts/keys';
import {
  QUERY_VERSION,
  signTransaction,
  type Transaction,
} from '../../starknet/transactions/transaction';
import { typedDataHash } from '../../starknet/typedData/hash';
import type { TypedData } from '../../starknet/typedData/parse';
import type { Approved } from '../consent/approve';

type Message = { readonly typedData: TypedData };

export type Keys = ReturnType<typeof keysOf>;

/** The account keys. They exist only inside a call, and are wiped before it returns. */
export const keysOf = (entropy: () => Promise<Bip44Node>) => ({
  publicKey: async (addressIndex: number): Promise<string> =>
    withPrivateKey(await entropy(), addressIndex, publicKeyOf),

  /** The public keys of several accounts; `pause` lets other requests run between two of them. */
  async publicKeys(
    addressIndexes: readonly number[],
    pause: () => Promise<void>,
  ): Promise<string[]> {
    const node = await entropy();
    const found: string[] = [];
    for (const addressIndex of addressIndexes) {
      await pause();
      found.push(withPrivateKey(node, addressIndex, publicKeyOf));
    }
    return found;
  },

  /** The private key of an account as 0x hex, to be shown to the user and to nobody else. */
  async reveal(approved: Approved<{ reveals: { addressIndex: number } }>): Promise<string> {
    return withPrivateKey(await entropy(), approved.reveals.addressIndex, privateKeyText);
  },

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

  /** Signs typed data that the user has approved, as a message or for a paymaster: r and s. */
  async signMessage(
    approved: Approved<{ account: StoredAccount } & (Message | { payer: Message })>,
  ): Promise<[string, string]> {
    const { account } = approved;
    const { typedData } = 'payer' in approved ? approved.payer : approved;
    const hash = typedDataHash(typedData, account.address);
    return withPrivateKey(await entropy(), account.addressIndex, (key) => signHash(hash, key));
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

/** Keys of nobody, for what is the same with every key. */
export function throwawayKeys(): Keys {
  const node = randomNode();
  return keysOf(async () => node);
}
