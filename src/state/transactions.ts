import { sameFelt } from '../schema/primitives';
import { FOREIGN_NONCE, isSent, mergedByTime, StoredTransaction } from '../schema/transaction';
import {
  byTimeDown,
  createSettled,
  isSettled,
  type Key,
  LATEST,
  PAGE_SIZE,
  packHistory,
  readLatest,
} from './settled';
import { listEntry, type Store } from './store';

/**
 * Records that may still be executed, whole, of all networks and accounts: recording one before its
 * broadcast takes a single write. Such a record takes precedence over a settled copy.
 */
const live = listEntry('live', StoredTransaction);

type RecordChoice = {
  limit: number;
  /** Oldest time to list, in unix seconds. */
  since: number;
  isWanted: (record: StoredTransaction) => boolean;
  /** Continues after this record of the same account, or at this time (unix seconds). */
  cursor?: { txnHash: string } | { until: number };
};

/** Tracked until it settles. */
const moves = (record: StoredTransaction) => !isSettled(record) && isSent(record);
const sameRecord = (a: Key) => (b: Key) =>
  a.chainId === b.chainId && sameFelt(a.txnHash, b.txnHash);

type Settled = ReturnType<typeof createSettled>;

/** Stores records where they belong. They leave `live` last, so an interruption loses none. */
const createPut =
  (store: Store, settled: Settled) =>
  async (records: readonly StoredTransaction[], wait?: 'unawaited'): Promise<void> => {
    const liveRecords = await store.read(live);
    const otherRecords = liveRecords.filter((one) => !records.some(sameRecord(one)));
    const over = [...records.filter((one) => !isLive(one)), ...otherRecords.filter(isPassed)];
    for (const record of over) await settled.put(record);
    const isOver = (one: StoredTransaction) => over.includes(one);
    const inPlace = liveRecords.map((one) => records.find(sameRecord(one)) ?? one);
    const added = records.filter((one) => !liveRecords.some(sameRecord(one)));
    await store.write(
      live,
      [...inPlace, ...added].filter((one) => !isOver(one)),
      wait,
    );

    /** An accepted record has used up its nonce and all earlier ones. */
    function isPassed(one: StoredTransaction): boolean {
      return records.some((record) => isLoose(one) && passes(record, one));
    }
  };

/**
 * Records of one account not older than `since`, newest first; reads no page in vain.
 * Continuing after a record costs one more read; continuing at a time, a binary search over the
 * pages.
 */
const createList =
  (settled: Settled, liveOf: (chainId: string, sender: string) => Promise<StoredTransaction[]>) =>
  async (
    chainId: string,
    sender: string,
    { limit, since, isWanted: isWantedByCaller, cursor: start }: RecordChoice,
  ): Promise<StoredTransaction[]> => {
    const open = await liveOf(chainId, sender);
    const isCursor = ({ txnHash }: StoredTransaction) =>
      start !== undefined && 'txnHash' in start && sameFelt(txnHash, start.txnHash);
    const index = open.findIndex(isCursor);
    const from = open[index] ? { until: open[index].timestamp } : start;
    const until = from && 'until' in from ? from.until : Number.POSITIVE_INFINITY;
    // Within the same second, live records come first.
    let liveRecords =
      index === -1 ? open.filter(({ timestamp }) => timestamp <= until) : open.slice(index + 1);
    const chosen: StoredTransaction[] = [];
    let number = await settled.firstPage({ chainId, sender }, from);
    for (let past = false; number >= 0 && chosen.length < limit && !past; number--) {
      let records = byTimeDown(await settled.page({ chainId, sender }, number));
      past = records.some(({ timestamp }) => timestamp < since);
      const cursor = index === -1 ? records.find(isCursor) : undefined;
      if (cursor) {
        records = records.slice(1 + records.indexOf(cursor));
        liveRecords = liveRecords.filter(({ timestamp }) => timestamp < cursor.timestamp);
      }
      const pageRecords = records.filter(({ timestamp }) => timestamp <= until);
      chosen.push(...pageRecords.filter((one) => !open.some(sameRecord(one)) && isWanted(one)));
    }
    return mergedByTime(liveRecords.filter(isWanted), chosen).slice(0, limit);

    function isWanted(record: StoredTransaction): boolean {
      return record.timestamp >= since && isSent(record) && isWantedByCaller(record);
    }
  };

/** The newest sent records of all accounts of a network, newest first. */
const createLatest =
  (store: Store) =>
  async (chainId: string): Promise<StoredTransaction[]> => {
    const [all, settledRecords] = await Promise.all([store.read(live), readLatest(store, chainId)]);
    const open = all.filter((one) => one.chainId === chainId && isSent(one));
    const otherRecords = settledRecords.filter((one) => !open.some(sameRecord(one)));
    return mergedByTime(byTimeDown(open), otherRecords).slice(0, LATEST);
  };

export function createTransactions(store: Store) {
  const settled = createSettled(store);
  const put = createPut(store, settled);
  const inTurn = <T>(task: () => Promise<T>) => store.inTurn('journal', task);

  /** Live records of an account, newest first. */
  const liveOf = async (chainId: string, sender: string): Promise<StoredTransaction[]> => {
    const all = await store.read(live);
    return byTimeDown(
      all.filter((one) => one.chainId === chainId && sameFelt(one.senderAddress, sender)),
    );
  };

  return {
    /** Saves new records in one write; replaces one of the same hash (the same bytes again). */
    add: (...records: StoredTransaction[]): Promise<void> => inTurn(() => put(records)),

    /** `mayRead` checks the sender before the record is read. */
    async find(
      chainId: string,
      txnHash: string,
      mayRead: (senderAddress: string) => boolean = () => true,
    ): Promise<StoredTransaction | undefined> {
      const stored = (await store.read(live)).find(sameRecord({ chainId, txnHash }));
      // Looks up a hidden record like an unknown one, so that timing does not tell them apart.
      if (stored && mayRead(stored.senderAddress)) return stored;
      return settled.find({ chainId, txnHash }, mayRead);
    },

    /**
     * Changes one record and moves it to where its status belongs; undefined if there is none.
     * `unawaited`: for changes that a crash may lose and that do not settle the record.
     */
    change: (
      chainId: string,
      txnHash: string,
      change: (record: StoredTransaction) => StoredTransaction,
      wait?: 'unawaited',
    ): Promise<StoredTransaction | undefined> =>
      inTurn(async () => {
        const key = { chainId, txnHash };
        const record =
          (await store.read(live)).find(sameRecord(key)) ?? (await settled.find(key, () => true));
        if (!record) return undefined;
        const changed = change(record);
        await put([changed], wait);
        return changed;
      }),

    /** Records that still change, of all networks and accounts. */
    open: async (): Promise<StoredTransaction[]> => (await store.read(live)).filter(moves),

    list: createList(settled, liveOf),

    /**
     * Records that determine the next nonce of an account: its newest records, as many as a page holds,
     * and older ones that may still be executed.
     */
    async recent(chainId: string, sender: string): Promise<StoredTransaction[]> {
      const liveRecords = await liveOf(chainId, sender);
      const records = (await settled.newest({ chainId, sender })).flatMap(byTimeDown);
      const settledRecords = records.filter((one) => !liveRecords.some(sameRecord(one)));
      const newestRecords = mergedByTime(liveRecords, settledRecords).slice(0, PAGE_SIZE);
      return [...newestRecords, ...liveRecords.filter((one) => !newestRecords.includes(one))];
    },

    latest: createLatest(store),
  };
}

/** All stored values of records, by key. */
export function packJournal(records: readonly StoredTransaction[]): Map<string, unknown> {
  const accepted = records.filter(({ status }) => status === 'ACCEPTED_ON_L2');
  const living = records.filter(
    (one) => moves(one) || (isLoose(one) && !accepted.some((accepting) => passes(accepting, one))),
  );
  const over = new Set(records);
  for (const one of living) over.delete(one);
  return packHistory([...over]).set(live.key, living);
}

/** Not tracked, but may still be executed until its nonce is used. */
const isLoose = (record: StoredTransaction): boolean =>
  (record.status === 'REJECTED' || !isSent(record)) &&
  record.status !== 'ACCEPTED_ON_L2' &&
  record.nonce !== FOREIGN_NONCE;
const isLive = (record: StoredTransaction): boolean => moves(record) || isLoose(record);

const passes = (record: StoredTransaction, one: StoredTransaction): boolean =>
  record.status === 'ACCEPTED_ON_L2' &&
  record.nonce !== FOREIGN_NONCE &&
  record.chainId === one.chainId &&
  sameFelt(record.senderAddress, one.senderAddress) &&
  BigInt(record.nonce) >= BigInt(one.nonce);
