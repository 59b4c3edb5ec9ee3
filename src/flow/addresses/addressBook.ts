import type { State } from '../../module';
import type { DeadEnd, StoredAccount } from '../../schema/account';
import type { ChainId } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { listedName } from '../../starknet/meaning/knownContracts';
import { findParties, type Parties } from '../../starknet/meaning/parties';
import { listTokens } from '../../starknet/tokens/erc20';
import { callsInRecord } from '../../starknet/transactions/calls';
import type { Recipient } from '../../state/recipients';
import type { UsedAddresses } from '../../state/usedAddresses';
import { accountName } from '../../ui/review/facts';
import { type Label, ownName } from '../../ui/text/words';

/** An account of this module, with why it cannot be used, if it cannot. */
export type OwnAccount = Omit<StoredAccount, 'obstacle'> & {
  readonly obstacle?: DeadEnd | undefined;
};

/** All that is known of addresses on a network, read once. Addresses have 64 digits. */
export type AddressBook = {
  readonly chainId: ChainId;
  readonly accounts: readonly OwnAccount[];
  /** Recipients that the user has saved. */
  readonly saved: readonly Recipient[];
  /** Recipients that any of the accounts has paid, and contracts that it has used, the last ones at the end. */
  readonly used: UsedAddresses;
  /** True if the stored list could not be read: `used` is that of the newest records. */
  readonly isUnreadable?: true;
};

/** Standing of an address with the user. */
export type AddressStanding =
  | { readonly is: 'own'; readonly account: OwnAccount }
  | { readonly is: 'saved'; readonly name: Label }
  /** On the module's own list of contracts. */
  | { readonly is: 'listed'; readonly name: string }
  | { readonly is: 'paid' }
  | { readonly is: 'contract' }
  /** Begins and ends like an address that the user knows better, in 64 digits. */
  | { readonly is: 'imitation'; readonly of: string }
  | { readonly is: 'unknown' };

/** Digits at each end in a short form of an address. */
const DIGITS_SHOWN = 4;

/**
 * Short forms of an address: with leading zeros, as full addresses are written, and without. Two
 * random addresses share one less than once in 100 million.
 */
export const shortForms = (address: string): string[] => {
  const digits = toAddress(address).slice(2);
  return [digits, digits.replace(/^0+/u, '')].map(
    (spelt, spelling) => `${spelling}${spelt.slice(0, DIGITS_SHOWN)}…${spelt.slice(-DIGITS_SHOWN)}`,
  );
};

/** An address that the user knows, and how well: imitations are of better known ones. */
type Acquaintance = { readonly rank: number; readonly standing: AddressStanding };
type Index = {
  readonly byAddress: ReadonlyMap<string, Acquaintance>;
  /** The best known addresses of each short form. */
  readonly byForm: ReadonlyMap<string, { readonly address: string; readonly rank: number }>;
};

const indexes = new WeakMap<AddressBook, Index>();

function indexOf(book: AddressBook): Index {
  const index = indexes.get(book) ?? createIndex(book);
  indexes.set(book, index);
  return index;
}

/** How well the user knows each kind of address. */
const ranks = { own: 3, saved: 2, listed: 2, paid: 1, contract: 1 } as const;

function createIndex({ chainId, accounts, saved, used }: AddressBook): Index {
  const standings: (readonly [address: string, standing: AddressStanding & { is: Known }])[] = [
    ...accounts.map((account) => [account.address, { is: 'own', account }] as const),
    ...saved.map(({ address, name }) => [address, { is: 'saved', name: ownName(name) }] as const),
    ...listTokens(chainId).map(({ address, symbol }) => {
      return [address, { is: 'listed', name: listedName(address, chainId) ?? symbol }] as const;
    }),
    ...used.recipients.map((address) => [address, { is: 'paid' }] as const),
    ...used.contracts.map((address) => [address, { is: 'contract' }] as const),
  ];
  const byAddress = new Map<string, Acquaintance>();
  const byForm = new Map<string, { address: string; rank: number }>();
  // In descending order of rank: what comes first counts.
  for (const [spelt, standing] of standings) {
    const address = toAddress(spelt);
    const rank = ranks[standing.is];
    if (!byAddress.has(address)) byAddress.set(address, { rank, standing });
    for (const form of shortForms(address))
      if (!byForm.has(form)) byForm.set(form, { address, rank });
  }
  return { byAddress, byForm };
}
type Known = keyof typeof ranks;

/** Decides the standing of an address: the only place that decides it. */
export function findStanding(book: AddressBook, spelt: string): AddressStanding {
  const address = toAddress(spelt);
  const { byAddress, byForm } = indexOf(book);
  const entry = byAddress.get(address);
  const listed = listedName(address, book.chainId);
  const rank = entry?.rank ?? 0;
  if (listed !== undefined && rank < ranks.listed) return { is: 'listed', name: listed };
  const like = shortForms(address)
    .flatMap((form) => byForm.get(form) ?? [])
    .find((one) => one.address !== address && one.rank > rank);
  if (like) return { is: 'imitation', of: like.address };
  return entry?.standing ?? { is: 'unknown' };
}

/** The account of this module with that address, if any. */
export function findOwnAccount(book: AddressBook, address: string): OwnAccount | undefined {
  const standing = findStanding(book, address);
  if (standing.is === 'own') return standing.account;
  return undefined;
}

/** The user's name of an own account or a saved recipient. */
export function findUserName(book: AddressBook, address: string): Label | undefined {
  const standing = findStanding(book, address);
  if (standing.is === 'own') return accountName(standing.account);
  if (standing.is === 'saved') return standing.name;
  return undefined;
}

/** The same, or the name of a contract on the module's list. */
export function findName(book: AddressBook, address: string): Label | undefined {
  const standing = findStanding(book, address);
  if (standing.is === 'listed') return standing.name;
  return findUserName(book, address);
}

/** True if an account of this module has called the contract, or allowed it to spend. */
export const isUsedContract = ({ used }: AddressBook, address: string): boolean =>
  used.contracts.includes(toAddress(address));

/**
 * Reads what is known of addresses on a network.
 * @param sender the account whose newest records count, too
 * @param about addresses in question: of the own accounts among them, the key is looked at, which
 * takes some milliseconds each
 */
export async function loadAddressBook(
  module: State,
  chainId: ChainId,
  sender: string,
  about: readonly string[] = [],
): Promise<AddressBook> {
  const [accounts, saved] = await Promise.all([
    loadOwnAccounts(module, chainId, about),
    module.recipients.list(chainId),
  ]);
  const [journalList, storedList] = await Promise.all([
    usedInJournal(module, chainId, sender),
    module.usedAddresses.list(chainId).catch(() => undefined),
  ]);
  const { recipients = [], contracts = [] } = storedList ?? {};
  return {
    chainId,
    accounts,
    saved,
    used: {
      recipients: unite(recipients, journalList.recipients),
      contracts: unite(contracts, journalList.contracts),
    },
    ...(storedList === undefined && { isUnreadable: true as const }),
  };
}

/** The accounts of this module; of those in question, also whether the phrase has their key. */
export async function loadOwnAccounts(
  module: State,
  chainId: ChainId,
  about: readonly string[],
): Promise<OwnAccount[]> {
  const accounts = await module.accounts.list(chainId);
  const namedAddresses = new Set(about.map(BigInt));
  const askedAccounts = accounts.filter(
    ({ address, obstacle }) => obstacle === undefined && namedAddresses.has(BigInt(address)),
  );
  // An account whose key cannot be looked at now counts as usable: signing would tell.
  const hasKey = await module.hasKeys(askedAccounts).catch((): boolean[] => []);
  const keyless = askedAccounts.filter((_account, index) => hasKey[index] === false);
  return accounts.map((account) => {
    if (!keyless.includes(account)) return account;
    return { ...account, obstacle: 'noKey' };
  });
}

/** Lists the addresses of the journal's newest records: lists are kept since a later version than records. */
async function usedInJournal(
  module: State,
  chainId: ChainId,
  account: string,
): Promise<UsedAddresses> {
  const records = await module.transactions.recent(chainId, account);
  const sentRecords = records.filter(({ status }) => status !== 'REJECTED');
  return getUsedAddresses(findParties(sentRecords.flatMap(callsInRecord)));
}

const unite = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

/** Addresses that become known through parties: a spender counts as a used contract. */
export const getUsedAddresses = ({ recipients, contracts, spenders }: Parties): UsedAddresses => ({
  recipients: [...recipients],
  contracts: [...new Set([...contracts, ...spenders])],
});
