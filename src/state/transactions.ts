import { array, type Infer, integer, nullable, object } from '@metamask/superstruct';
import { ChainId, ContractAddress, Felt, sameFelt } from '../schema/primitives';
import { FOREIGN_NONCE, isSent, StoredTransaction } from '../schema/transaction';
import type { Entry, Store } from './store';

/** Records of a page: a request reads and writes one page, however long the history is. */
const PAGE_SIZE = 20;

const Reference = object({
  chainId: ChainId,
  senderAddress: ContractAddress,
  txnHash: Felt,
  timestamp: integer(),
});
export type Reference = Infer<typeof Reference>;

const recordsKey = (chainId: string, senderAddress: string) =>
  `records.${chainId}.${senderAddress}`;
const newestPage = (chainId: string, senderAddress: string): Entry<number> => ({
  key: `${recordsKey(chainId, senderAddress)}.newest`,
  struct: integer(),
  empty: () => 0,
});
const page = (chainId: string, sender: string, number: number): Entry<StoredTransaction[]> => ({
  key: `${recordsKey(chainId, sender)}.page${number}`,
  struct: array(StoredTransaction),
  empty: () => [],
});
const Place = nullable(object({ senderAddress: ContractAddress, page: integer() }));
const place = (chainId: string, txnHash: string): Entry<Infer<typeof Place>> => ({
  key: `recordPlaces.${chainId}.${txnHash}`,
  struct: Place,
  empty: () => null,
});
/** What still moves, over all networks and accounts. */
const open: Entry<Reference[]> = { key: 'open', struct: array(Reference), empty: () => [] };
const Loose = object({ txnHash: Felt, nonce: Felt });
/** What nobody follows, and what may be carried out all the same until its nonce is used. */
const loose = (chainId: string, sender: string): Entry<Infer<typeof Loose>[]> => ({
  key: `${recordsKey(chainId, sender)}.loose`,
  struct: array(Loose),
  empty: () => [],
});

type RecordChoice = {
  limit: number;
  /** Unix seconds; the oldest that are listed. */
  since: number;
  wanted: (record: StoredTransaction) => boolean;
  /** Goes on after this record of the same account, or at this time (unix seconds). */
  after?: { txnHash: string } | { until: number };
};

const isFinal = ({ status }: StoredTransaction) =>
  status === 'ACCEPTED_ON_L2' || status === 'REJECTED';
type Key = { readonly chainId: string; readonly txnHash: string };
const sameReference = (a: Key, b: Key) => a.chainId === b.chainId && sameFelt(a.txnHash, b.txnHash);

export type Transactions = ReturnType<typeof transactionsOf>;

export const transactionsOf = (store: Store) => ({
  /**
   * Saves a new record; one of the same hash (the same bytes sent again) takes its old place. The
   * record itself is written last: a torn write leaves a dangling reference, never half a record.
   */
  add: (record: StoredTransaction): Promise<void> =>
    store.inTurn(recordsKey(record.chainId, record.senderAddress), async () => {
      const { chainId, senderAddress, txnHash } = record;
      const known = await store.read(place(chainId, txnHash));
      const number = known ? known.page : await pageWithRoom(store, chainId, senderAddress);
      await keepLoose(store, record);
      await store.update(open, (draft) => keepOpen(draft, record));
      await store.write(place(chainId, txnHash), { senderAddress, page: number });
      await store.update(page(chainId, senderAddress, number), (draft) => {
        const index = draft.findIndex((other) => sameFelt(other.txnHash, txnHash));
        if (index === -1) draft.push(record);
        else draft[index] = record;
      });
    }),

  /** `mayRead` decides by the sender, before the record is read. */
  find: (
    chainId: string,
    txnHash: string,
    mayRead: (senderAddress: string) => boolean = () => true,
  ): Promise<StoredTransaction | undefined> => findRecord(store, { chainId, txnHash }, mayRead),

  /** Changes one record; keeps the list of open ones in step. Undefined when there is none. */
  async change(
    chainId: string,
    txnHash: string,
    change: (record: StoredTransaction) => StoredTransaction,
  ): Promise<StoredTransaction | undefined> {
    const found = await store.read(place(chainId, txnHash));
    if (!found) return undefined;
    const changed = await store.update(
      page(chainId, found.senderAddress, found.page),
      (draft): StoredTransaction | undefined => {
        const index = draft.findIndex((record) => sameFelt(record.txnHash, txnHash));
        const record = draft[index];
        if (!record) return undefined;
        draft[index] = change(record);
        return draft[index];
      },
    );
    if (changed) {
      await store.update(open, (draft) => keepOpen(draft, changed));
      await keepLoose(store, changed);
    }
    return changed;
  },

  /** Drops a reference whose record was never written. */
  forget: (reference: Key): Promise<void> =>
    store.update(open, (draft) => {
      const index = draft.findIndex((other) => sameReference(other, reference));
      if (index !== -1) draft.splice(index, 1);
    }),

  /** What still moves; all networks and accounts. */
  open: (): Promise<Reference[]> => store.read(open),

  /**
   * Newest first, of one account, not older than `since`; reads no page in vain. Going on after a
   * record costs one read more, and going on at a time as many as halving the pages takes.
   */
  async list(
    chainId: string,
    senderAddress: string,
    { limit, since, wanted, after }: RecordChoice,
  ): Promise<StoredTransaction[]> {
    const chosen: StoredTransaction[] = [];
    const until = after && 'until' in after ? after.until : Number.POSITIVE_INFINITY;
    let number = await firstPage(store, chainId, senderAddress, after);
    for (let past = false; number >= 0 && chosen.length < limit && !past; number--) {
      const records = await store.read(page(chainId, senderAddress, number));
      let young = records.reverse().filter(({ timestamp }) => timestamp >= since);
      // One that was sent again stands in its old place.
      young.sort((a, b) => b.timestamp - a.timestamp);
      past = young.length < records.length;
      if (after && 'txnHash' in after)
        young = young.slice(1 + young.findIndex(({ txnHash }) => sameFelt(txnHash, after.txnHash)));
      chosen.push(
        ...young.filter((record) => record.timestamp <= until && isSent(record) && wanted(record)),
      );
    }
    return chosen.slice(0, limit);
  },

  /**
   * What the next nonce of an account depends on: its newest records, as many as a page holds, and
   * of the older ones those that may still be carried out. Reaches into the page before, so that a
   * page just begun hides none.
   */
  async recent(chainId: string, senderAddress: string): Promise<StoredTransaction[]> {
    const number = await store.read(newestPage(chainId, senderAddress));
    const records = await store.read(page(chainId, senderAddress, number));
    const hasRoom = number > 0 && records.length < PAGE_SIZE;
    const before = hasRoom ? await store.read(page(chainId, senderAddress, number - 1)) : [];
    const newest = [...before, ...records].slice(-PAGE_SIZE).reverse();
    const moving = (await store.read(open)).filter(
      (one) => one.chainId === chainId && sameFelt(one.senderAddress, senderAddress),
    );
    const living = [...moving, ...(await store.read(loose(chainId, senderAddress)))].filter(
      ({ txnHash }) => !newest.some((record) => sameFelt(record.txnHash, txnHash)),
    );
    const older = await Promise.all(
      living.map(({ txnHash }) => findRecord(store, { chainId, txnHash })),
    );
    return [...newest, ...older.flatMap((record) => record ?? [])];
  },
});

async function findRecord(
  store: Store,
  { chainId, txnHash }: Key,
  mayRead: (senderAddress: string) => boolean = () => true,
): Promise<StoredTransaction | undefined> {
  const found = await store.read(place(chainId, txnHash));
  if (!found || !mayRead(found.senderAddress)) return undefined;
  const records = await store.read(page(chainId, found.senderAddress, found.page));
  return records.find((record) => sameFelt(record.txnHash, txnHash));
}

/** The page on which a list begins. */
async function firstPage(
  store: Store,
  chainId: string,
  sender: string,
  after: RecordChoice['after'],
): Promise<number> {
  const newest = await store.read(newestPage(chainId, sender));
  if (!after) return newest;
  if ('txnHash' in after) return (await store.read(place(chainId, after.txnHash)))?.page ?? newest;
  // The last page that has something as old: time only grows from page to page.
  let [low, high] = [0, newest];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [oldest] = await store.read(page(chainId, sender, middle));
    if (oldest && oldest.timestamp <= after.until) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Number of the newest page, or of a new one after it when that is full. */
async function pageWithRoom(store: Store, chainId: string, sender: string): Promise<number> {
  const newest = newestPage(chainId, sender);
  const number = await store.read(newest);
  const records = await store.read(page(chainId, sender, number));
  if (records.length < PAGE_SIZE) return number;
  await store.write(newest, number + 1);
  return number + 1;
}

/** Adds what is refused or only signed; what is accepted uses up its nonce and those before it. */
async function keepLoose(store: Store, record: StoredTransaction): Promise<void> {
  const { chainId, senderAddress, txnHash, nonce, status } = record;
  const isAccepted = status === 'ACCEPTED_ON_L2';
  const isLoose = status === 'REJECTED' || !isSent(record);
  if (nonce === FOREIGN_NONCE || (!isAccepted && !isLoose)) return;
  const entry = loose(chainId, senderAddress);
  const lives = (one: Infer<typeof Loose>) =>
    isAccepted ? BigInt(one.nonce) > BigInt(nonce) : !sameFelt(one.txnHash, txnHash);
  if (isAccepted && (await store.read(entry)).every(lives)) return;
  await store.update(entry, (draft) => {
    draft.splice(0, draft.length, ...draft.filter(lives), ...(isLoose ? [{ txnHash, nonce }] : []));
  });
}

/** Adds or removes the reference in place, as the record asks for. */
function keepOpen(draft: Reference[], record: StoredTransaction): void {
  const { chainId, senderAddress, txnHash, timestamp } = record;
  const index = draft.findIndex((reference) => sameReference(reference, record));
  const moves = !isFinal(record) && isSent(record);
  if (!moves && index !== -1) draft.splice(index, 1);
  if (moves && index === -1) draft.push({ chainId, senderAddress, txnHash, timestamp });
}
