import { fail, getErrorKind } from '@xnet/clients/errors';
import type { StoredAccount } from '../../schema/account';
import { accountAddress, accountClasses } from '../../starknet/accounts/classes';
import type { KeySeed } from '../../starknet/accounts/classes/accountClass';
import {
  type Bip44Node,
  derivePublicKey,
  derivePurposeSecret,
  makeTable,
  privateKeyText,
  randomNode,
  signHash,
  withPrivateKey,
} from '../../starknet/accounts/keys';
import { type DoSteps, doAtOnce, oneStep } from '../../starknet/effort';
import {
  QUERY_VERSION,
  type Signed,
  type Transaction,
  transactionHashSteps,
} from '../../starknet/transactions/transaction';
import { typedDataHashSteps } from '../../starknet/typedData/hash';
import type { TypedData } from '../../starknet/typedData/parse';
import type { Approved } from '../consent/approve';

type Message = { readonly typedData: TypedData };
type KeyOwner = Pick<StoredAccount, 'address' | 'addressIndex' | 'publicKey' | 'addressClass'>;
type ToSign = { readonly account: KeyOwner; readonly transactions: readonly Transaction[] };

/** Addresses by class and key: hashing one takes longer than deriving its key. */
const addresses = new Map<string, string>();

/** The address that follows from the class and key of a stored account. */
function addressOf({ addressClass, publicKey }: KeyOwner): string {
  const key = `${addressClass} ${publicKey}`;
  const address = addresses.get(key) ?? accountAddress(addressClass, publicKey);
  addresses.set(key, address);
  return address;
}

/**
 * Lends the key of a stored account, which may belong to another phrase than the wallet's current.
 * @throws unknownAccount; accountMismatch if the account is stored under another address than its own
 */
const lendKey = <T>(node: Bip44Node, owner: KeyOwner, use: (key: Uint8Array) => T): T =>
  withPrivateKey(
    node,
    owner.addressIndex,
    (key) => {
      if (derivePublicKey(key) !== owner.publicKey)
        fail('unknownAccount', 'The account is of another phrase; give the wallet that one.');
      if (addressOf(owner) !== owner.address) fail('accountMismatch');
      return use(key);
    },
    accountClasses[owner.addressClass].keySeed,
  );

/** True if the phrase has the key of a stored account, at the address that is stored. */
function isOpened(node: Bip44Node, owner: KeyOwner): boolean {
  try {
    return lendKey(node, owner, () => true);
  } catch (error) {
    const kind = getErrorKind(error);
    if (kind === 'unknownAccount' || kind === 'accountMismatch') return false;
    throw error;
  }
}

async function checkOpened(
  node: Bip44Node,
  owners: readonly KeyOwner[],
  compute: DoSteps,
): Promise<boolean[]> {
  const opened: boolean[] = [];
  for (const owner of owners) opened.push(await compute(oneStep(() => isOpened(node, owner))));
  return opened;
}

export type Keys = ReturnType<typeof createKeys>;

async function deriveEach(
  indexes: readonly number[],
  pause: () => Promise<void>,
  derive: (addressIndex: number) => Promise<string>,
): Promise<string[]> {
  const keys: string[] = [];
  for (const addressIndex of indexes) {
    await pause();
    keys.push(await derive(addressIndex));
  }
  return keys;
}

type Hashed = { readonly transaction: Transaction; readonly hash: string };
async function hashAll(
  transactions: readonly Transaction[],
  chainId: string,
  compute: DoSteps,
): Promise<Hashed[]> {
  const hashed: Hashed[] = [];
  for (const transaction of transactions)
    hashed.push({ transaction, hash: await compute(transactionHashSteps(transaction, chainId)) });
  return hashed;
}
const signHashed = ({ transaction, hash }: Hashed, key: Uint8Array): Signed => ({
  hash,
  transaction: { ...transaction, signature: signHash(hash, key) },
});

/** The account keys. They exist only during a call, and are wiped before it returns. */
export function createKeys(entropy: () => Promise<Bip44Node>, compute: DoSteps = doAtOnce) {
  /** Derives, uses and wipes keys in a single step. */
  const withNode = <T>(use: (node: Bip44Node) => T): Promise<T> =>
    entropy().then((node) => compute(oneStep(() => use(node))));

  const withKeyOf = <T>(owner: KeyOwner, use: (key: Uint8Array) => T): Promise<T> =>
    withNode((node) => lendKey(node, owner, use));

  const publicKeyOf = (addressIndex: number, seed?: KeySeed): Promise<string> =>
    withNode((node) => withPrivateKey(node, addressIndex, derivePublicKey, seed));

  // Does everything that needs no key first: the wallet may still be deriving it.
  async function signTransactions(
    { account, transactions }: ToSign,
    chainId: string,
  ): Promise<Signed[]> {
    const hashed = await hashAll(transactions, chainId, compute);
    return withKeyOf(account, (key) => hashed.map((one) => signHashed(one, key)));
  }

  return {
    /** Requests the key ahead where it is cached: the wallet works while nodes and users do. */
    prepare(): void {
      entropy().catch(() => undefined);
      makeTable();
    },

    publicKey: (addressIndex: number): Promise<string> => publicKeyOf(addressIndex),

    /** For each stored account, whether the phrase has its key; asks the wallet once. */
    opens: async (owners: readonly KeyOwner[]) => checkOpened(await entropy(), owners, compute),

    /** The public keys of several accounts; `pause` between two of them lets other requests run. */
    publicKeys: (
      indexes: readonly number[],
      pause: () => Promise<void>,
      seed: KeySeed,
    ): Promise<string[]> => deriveEach(indexes, pause, (index) => publicKeyOf(index, seed)),

    /** A secret of the phrase for one purpose, 32 bytes: no key of an account follows from it. */
    purposeSecret: (purpose: string): Promise<Uint8Array<ArrayBuffer>> =>
      withNode((node) => derivePurposeSecret(node, purpose)),

    /** The private key of an account as 0x hex, only to be shown to the user. */
    reveal: ({ reveals }: Approved<{ reveals: KeyOwner }>): Promise<string> =>
      withKeyOf(reveals, privateKeyText),

    /** Signs only what the user has approved: an Approved comes only from `approve`. */
    sign: signTransactions as (approved: Approved<ToSign>, chainId: string) => Promise<Signed[]>,

    /** Signs typed data that the user has approved, as a message or for a paymaster: r and s. */
    async signMessage(
      approved: Approved<{ account: StoredAccount } & (Message | { payer: Message })>,
    ): Promise<[string, string]> {
      const { account } = approved;
      const { typedData } = 'payer' in approved ? approved.payer : approved;
      const hash = await compute(typedDataHashSteps(typedData, account.address));
      return withKeyOf(account, (key) => signHash(hash, key));
    },

    /**
     * Signs for a fee estimate, without asking: the hash covers the query version, and the network
     * includes no transaction of that version, so the signature is useless for anything else.
     */
    async signForEstimate(toSign: ToSign, chainId: string): Promise<Transaction[]> {
      if (toSign.transactions.some(({ version }) => version !== QUERY_VERSION)) fail('internal');
      return (await signTransactions(toSign, chainId)).map(({ transaction }) => transaction);
    },
  };
}

/**
 * For each stored account, whether the phrase has its key. Asks the wallet once about each, and not
 * while it is locked, when it would ask the user for the password: until then it counts as so.
 */
export function createKeyCheck(
  { opens }: Pick<Keys, 'opens'>,
  isLocked: () => Promise<boolean>,
): (owners: readonly KeyOwner[]) => Promise<boolean[]> {
  const isOwnerByName = new Map<string, boolean>();
  const nameOf = ({ address, addressClass, addressIndex, publicKey }: KeyOwner) =>
    [address, addressClass, addressIndex, publicKey].join();
  return async (owners) => {
    const unknownOwners = owners.filter((owner) => !isOwnerByName.has(nameOf(owner)));
    if (unknownOwners.length > 0 && !(await isLocked()))
      for (const [index, isOpened] of (await opens(unknownOwners)).entries()) {
        const owner = unknownOwners[index];
        if (owner) isOwnerByName.set(nameOf(owner), isOpened);
      }
    return owners.map((owner) => isOwnerByName.get(nameOf(owner)) ?? true);
  };
}

/** The keys for one request: it asks the wallet for the phrase's node at most once. */
export function keysOfRequest(entropy: () => Promise<Bip44Node>, compute?: DoSteps): Keys {
  let node: Promise<Bip44Node> | undefined;
  return createKeys(() => {
    node ??= entropy().catch((error) => {
      node = undefined;
      throw error;
    });
    return node;
  }, compute);
}

/** Random keys, for results that do not depend on the key. */
export function throwawayKeys(compute?: DoSteps): Keys {
  const node = randomNode();
  return createKeys(async () => node, compute);
}
