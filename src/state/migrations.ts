import { validate } from '@metamask/superstruct';
import { chainIds } from '../schema/primitives';
import { StoredTransaction } from '../schema/transaction';
import { packLatest } from './settled';
import { settledPage } from './settledPage';
import type { Migration } from './store';
import { packJournal } from './transactions';
import { uniteUsed } from './usedAddresses';

/** Accounts used to have one class, both for the address and for the current contract. */
const splitAccountClass: Migration = async (storage) => {
  for (const chainId of Object.values(chainIds)) {
    const key = `accounts.${chainId}`;
    const stored = await storage.get(key, 'plain');
    if (!Array.isArray(stored)) continue;
    const split = stored.map((account) => ({ addressClass: account.accountClass, ...account }));
    await storage.set(key, split, 'plain');
  }
};

/**
 * Records used to be stored whole, with a place for each hash and a list of the open ones. The old
 * keys are deleted last, so that an interrupted step starts again with all records.
 */
const packRecords: Migration = async (storage) => {
  const stored = await storage.get('records', 'plain');
  if (stored) {
    const pages = Object.values(stored as Record<string, Record<string, object>>).flatMap(
      (ofChain) => Object.values(ofChain).flatMap(pagesOf),
    );
    // Unreadable records were unreadable before, too.
    const records = pages.flat().flatMap((one) => {
      const [, record] = validate(one, StoredTransaction);
      return record ?? [];
    });
    for (const [key, value] of Object.entries(createTree(packJournal(records))))
      await storage.set(key, value, 'plain');
  }
  for (const key of ['records', 'recordPlaces', 'open']) await storage.set(key, null, 'plain');
};

/** Nests values by their dotted paths in one object, so that many keys need few writes. */
export function createTree(values: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [key, value] of values) {
    const names = key.split('.');
    const last = names.pop() ?? '';
    let branch = tree;
    for (const name of names) {
      branch[name] ??= {};
      branch = branch[name] as Record<string, unknown>; // Keys of values are the ends of paths.
    }
    branch[last] = value;
  }
  return tree;
}

/** The pages of an account in order, as they were stored next to the number of the newest. */
function pagesOf(account: object): unknown[] {
  const numbered = Object.entries(account)
    .filter(([name]) => name.startsWith('page'))
    .map(([name, page]): [number, unknown] => [Number(name.slice('page'.length)), page]);
  return numbered.sort(([a], [b]) => a - b).map(([, page]) => page);
}

/**
 * Records found on the chain used to show, as sent by the account, what strangers had moved from it.
 * It is found again.
 */
const forgetFound: Migration = (storage) => storage.set('found', null, 'plain');

/** One network used to hold for the page and all sites: the sites that are connected keep theirs. */
const splitNetwork: Migration = async (storage) => {
  const network = await storage.get('network', 'plain');
  const grants = await storage.get('grants', 'plain');
  if (!network || !grants) return;
  const networks = Object.keys(grants).map((origin) => [origin, network] as const);
  await storage.set('siteNetworks', Object.fromEntries(networks), 'plain');
};

/** The newest two stored pages of an account's settled records; what is unreadable was so before. */
function newestRecords(
  stored: Readonly<Record<string, unknown>>,
  owner: Parameters<typeof settledPage>[0],
): StoredTransaction[] {
  const newestNumber = Number(stored.newest ?? 0);
  return [newestNumber - 1, newestNumber].flatMap((number) => {
    const page = stored[`page${number}`] ?? [];
    const [, records] = validate(page, settledPage(owner).struct, { coerce: true });
    return records ?? [];
  });
}

/** A list of all accounts has the newest records, and one has used addresses; each account had its own. */
const uniteAccounts: Migration = async (storage) => {
  for (const chainId of Object.values(chainIds)) {
    const settled = ((await storage.get(`settled.${chainId}`, 'plain')) ?? {}) as Journals;
    const records = Object.entries(settled).flatMap(([senderAddress, stored]) =>
      newestRecords(stored, { chainId, senderAddress }),
    );
    for (const [key, list] of packLatest(records)) await storage.set(key, list, 'plain');
    const lists = await storage.get(`usedAddresses.${chainId}`, 'plain');
    if (lists) await storage.set(`usedAddresses.${chainId}`, uniteUsed(lists), 'plain');
  }
};
type Journals = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Steps of the whole state, in order; a released step is never changed. */
export const migrations: readonly Migration[] = [
  splitAccountClass,
  packRecords,
  forgetFound,
  splitNetwork,
  uniteAccounts,
];
