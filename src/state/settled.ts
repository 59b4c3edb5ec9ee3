import { integer, string } from '@metamask/superstruct';
import { type ChainId, ContractAddress, sameFelt } from '../schema/primitives';
import { isSent, StoredTransaction } from '../schema/transaction';
import { settledPage } from './settledPage';
import { dispensable, type Entry, listEntry, type Store, stateEntry } from './store';

/** Records per page: a request reads and writes one page, however long the history is. */
export const PAGE_SIZE = 20;
/**
 * Pages of an account that keep call data: its newest 200 records or some more. For older ones,
 * only the chain has it.
 */
const PAGES_WITH_CALLDATA = 11;

/** Records of a network that the list of all its accounts has at most. */
export const LATEST = 5;

export type Key = { readonly chainId: string; readonly txnHash: string };
type JournalAccount = { chainId: string; sender: string };

const settledKey = ({ chainId, sender }: JournalAccount) => `settled.${chainId}.${sender}`;
const newestPage = (account: JournalAccount) =>
  stateEntry(`${settledKey(account)}.newest`, integer(), 0);
const pageEntry = (account: JournalAccount, number: number) => ({
  key: `${settledKey(account)}.page${number}`,
  // Networks come from records and from validated params.
  ...settledPage({ chainId: account.chainId as ChainId, senderAddress: account.sender }),
  empty: [],
});

/** The newest sent records of all accounts of a network, the last added at the end. */
const latestEntry = (chainId: string) => listEntry(`latest.${chainId}`, StoredTransaction);

/** The accounts of a network; places refer to them by index. */
const senders = (chainId: string) => dispensable(listEntry(`senders.${chainId}`, ContractAddress));
/** Places of records by part of their hash: for each a mark of the hash, a sender and a page. */
const hashPlaces = ({ chainId, txnHash }: Key): Entry<string> => ({
  ...dispensable(stateEntry(`places.${chainId}.${lastDigits(txnHash, 0, 3)}`, string(), '')),
  isReadAnew: true,
});
const lastDigits = (hash: string, skipped: number, count: number) => {
  const digits = hash.slice(2).padStart(8, '0');
  return digits.slice(-skipped - count).slice(0, count);
};
const markOf = ({ txnHash }: Key) => lastDigits(txnHash, 3, 4);
/** Marks have four digits; a semicolon ends each place. */
const placesIn = (text: string, mark: string): [sender: number, page: number][] =>
  text.split(';').flatMap((place): [number, number][] => {
    if (!place.startsWith(mark)) return [];
    const [sender = '', number = ''] = place.slice(mark.length).split('.');
    return [[Number.parseInt(sender, 36), Number.parseInt(number, 36)]];
  });
const placeText = (key: Key, sender: number, number: number) =>
  `${markOf(key)}${sender.toString(36)}.${number.toString(36)};`;

/** Within the same second, the last added comes first. */
export const byTimeDown = (records: readonly StoredTransaction[]): StoredTransaction[] =>
  [...records].reverse().sort((a, b) => b.timestamp - a.timestamp);

/** The list of the latest with a record, in the place of one of the same hash. */
function withLatest(list: readonly StoredTransaction[], record: StoredTransaction) {
  const index = list.findIndex(({ txnHash }) => sameFelt(txnHash, record.txnHash));
  const changed = [...list];
  changed.splice(index === -1 ? list.length : index, 1, record);
  return byTimeDown(changed.filter(isSent)).slice(0, LATEST).reverse();
}

export const isSettled = ({ status }: StoredTransaction): boolean =>
  status === 'ACCEPTED_ON_L2' || status === 'REJECTED';

/** All stored values of settled records, by key. */
export function packHistory(records: readonly StoredTransaction[]): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const accounts = new Map<string, StoredTransaction[]>();
  for (const record of [...records].sort((a, b) => a.timestamp - b.timestamp)) {
    const key = settledKey({ chainId: record.chainId, sender: record.senderAddress });
    const accountRecords = accounts.get(key) ?? [];
    accounts.set(key, accountRecords);
    accountRecords.push(record);
  }
  const sendersOfChains = new Map<string, string[]>();
  for (const accountRecords of accounts.values()) {
    const [{ chainId, senderAddress: sender }] = accountRecords as [StoredTransaction];
    const account = { chainId, sender };
    const ofChain = sendersOfChains.get(senders(chainId).key) ?? [];
    sendersOfChains.set(senders(chainId).key, ofChain);
    const index = ofChain.push(sender) - 1;
    const newestNumber = Math.floor((accountRecords.length - 1) / PAGE_SIZE);
    values.set(newestPage(account).key, newestNumber);
    for (let number = 0; number <= newestNumber; number += 1) {
      const part = accountRecords.slice(number * PAGE_SIZE, (number + 1) * PAGE_SIZE);
      const isOld = number <= newestNumber - PAGES_WITH_CALLDATA;
      const stored = isOld ? part.map((one) => ({ ...one, contractCallData: [] })) : part;
      const { key, pack } = pageEntry(account, number);
      values.set(key, pack(stored));
      for (const record of part) {
        const place = hashPlaces(record).key;
        values.set(place, `${values.get(place) ?? ''}${placeText(record, index, number)}`);
      }
    }
  }
  for (const [key, list] of sendersOfChains) values.set(key, list);
  for (const [key, list] of packLatest(records)) values.set(key, list);
  return values;
}

/** The stored lists of the latest among records, by key. */
export function packLatest(
  records: readonly StoredTransaction[],
): Map<string, readonly StoredTransaction[]> {
  const lists = new Map<string, readonly StoredTransaction[]>();
  for (const record of records) {
    const { key } = latestEntry(record.chainId);
    lists.set(key, withLatest(lists.get(key) ?? [], record));
  }
  return lists;
}

/** Places of records, by their hashes. */
function createPlaces(store: Store) {
  /** Page and record; pages in the index may contain only other hashes with the same mark. */
  async function find(key: Key, mayRead: (sender: string) => boolean) {
    // Reads the same keys for an unknown hash.
    const [text, knownSenders] = await Promise.all([
      store.read(hashPlaces(key)),
      store.read(senders(key.chainId)),
    ]);
    for (const [index, number] of placesIn(text, markOf(key))) {
      const sender = knownSenders[index];
      if (sender === undefined || !mayRead(sender)) continue;
      const records = await store.read(pageEntry({ chainId: key.chainId, sender }, number));
      const record = records.find(({ txnHash }) => sameFelt(txnHash, key.txnHash));
      if (record) return { number, record };
    }
    return undefined;
  }

  async function note(key: Key, sender: string, number: number): Promise<void> {
    const index = await store.update(senders(key.chainId), (draft) => {
      const position = draft.indexOf(sender);
      if (position === -1) return draft.push(sender) - 1;
      return position;
    });
    const entry = hashPlaces(key);
    const text = await store.read(entry);
    const isThis = ([sendersIndex, page]: [number, number]) =>
      sendersIndex === index && page === number;
    if (!placesIn(text, markOf(key)).some(isThis))
      await store.write(entry, text + placeText(key, index, number));
  }

  return { find, note };
}

type ReadPage = (number: number) => Promise<readonly StoredTransaction[]>;

/** Times only grow from page to page: a record that settles late goes to the page of its time. */
async function pageFor(
  read: ReadPage,
  newestNumber: number,
  { timestamp }: StoredTransaction,
): Promise<number> {
  const records = await read(newestNumber);
  const isOlder = (pageRecords: readonly StoredTransaction[]) =>
    pageRecords.length > 0 && pageRecords.every((one) => timestamp < one.timestamp);
  if (!isOlder(records)) {
    if (records.length < PAGE_SIZE) return newestNumber;
    return newestNumber + 1;
  }
  let number = newestNumber;
  while (number > 0 && isOlder(await read(number))) number--;
  return number;
}

/** The last page with a record that old. */
async function pageUntil(read: ReadPage, newestNumber: number, until: number): Promise<number> {
  let [low, high] = [0, newestNumber];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const times = (await read(middle)).map(({ timestamp }) => timestamp);
    if (Math.min(...times) <= until) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Reads the newest sent records of all accounts that have settled, newest first. */
export const readLatest = async (store: Store, chainId: string): Promise<StoredTransaction[]> =>
  byTimeDown(await store.read(latestEntry(chainId)));

/** Records that have settled, in pages. */
export function createSettled(store: Store) {
  const places = createPlaces(store);
  const read = (account: JournalAccount, number: number) => store.read(pageEntry(account, number));

  const pageOf = async (account: JournalAccount, record: StoredTransaction): Promise<number> => {
    const newestNumber = await store.read(newestPage(account));
    return pageFor((number) => read(account, number), newestNumber, record);
  };

  const dropCalldata = (account: JournalAccount, number: number): Promise<void> =>
    store.update(pageEntry(account, number), (draft) => {
      for (const record of draft) record.contractCallData = [];
    });

  return {
    page: read,

    find: async (
      key: Key,
      mayRead: (sender: string) => boolean,
    ): Promise<StoredTransaction | undefined> => (await places.find(key, mayRead))?.record,

    /**
     * Stores a record, replacing one of the same hash; callers must not discard theirs before. The
     * place and the page count are written before the page: a stored record can always be found, so
     * a retry after an interrupted write does not store it twice.
     */
    async put(record: StoredTransaction): Promise<void> {
      const account = { chainId: record.chainId, sender: record.senderAddress };
      const place = await places.find(record, (sender) => sender === account.sender);
      const number = place?.number ?? (await pageOf(account, record));
      const isNew = number > (await store.read(newestPage(account)));
      if (!place) await places.note(record, account.sender, number);
      if (isNew) await store.write(newestPage(account), number);
      await store.update(pageEntry(account, number), (draft) => {
        const index = draft.findIndex(({ txnHash }) => sameFelt(txnHash, record.txnHash));
        draft.splice(index === -1 ? draft.length : index, 1, record);
      });
      await store.replace(latestEntry(record.chainId), (list) => withLatest(list, record));
      // If this fails, the old call data only takes up space.
      if (isNew && number >= PAGES_WITH_CALLDATA)
        await dropCalldata(account, number - PAGES_WITH_CALLDATA).catch(() => undefined);
    },

    /** The page on which a list begins. */
    async firstPage(
      account: JournalAccount,
      cursor: { txnHash: string } | { until: number } | undefined,
    ): Promise<number> {
      const newestNumber = await store.read(newestPage(account));
      if (!cursor) return newestNumber;
      if ('txnHash' in cursor) {
        const key = { chainId: account.chainId, txnHash: cursor.txnHash };
        return (
          (await places.find(key, (sender) => sender === account.sender))?.number ?? newestNumber
        );
      }
      return pageUntil((number) => read(account, number), newestNumber, cursor.until);
    },

    /** The newest records of an account: at least a full page if there are that many. */
    async newest(account: JournalAccount): Promise<StoredTransaction[][]> {
      const number = await store.read(newestPage(account));
      const records = await read(account, number);
      if (number <= 0 || records.length >= PAGE_SIZE) return [records];
      return [records, await read(account, number - 1)];
    },
  };
}
