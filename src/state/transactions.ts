import { sameFelt } from '../schema/primitives';
import { FOREIGN_NONCE, isSent, mergedByTime, StoredTransaction } from '../schema/transaction';
import { isSettled, type Key, PAGE_SIZE, packHistory, settledOf } from './settled';
import { listEntry, type Store } from './store';

/**
 * What may still be carried out, whole, over all networks and accounts: the entry before a broadcast
 * is one write. A record that is also among the settled ones counts as it stands here.
 */
const live = listEntry('live', StoredTransaction);

type RecordChoice = {
  limit: number;
  /** Unix seconds; the oldest that are listed. */
  since: number;
  wanted: (record: StoredTransaction) => boolean;
  /** Goes on after this record of the same account, or at this time (unix seconds). */
  after?: { txnHash: string } | { until: number };
};

/** Followed until it settles. */
const moves = (record: StoredTransaction) => !isSettled(record) && isSent(record);
const sameRecord = (a: Key) => (b: Key) =>
  a.chainId === b.chainId && sameFelt(a.txnHash, b.txnHash);

export function transactionsOf(store: Store) {
  const settled = settledOf(store);
  const inTurn = <T>(task: () => Promise<T>) => store.inTurn('journal', task);

  /** Those of an account that live, newest first. */
  const liveOf = async (chainId: string, sender: string): Promise<StoredTransaction[]> => {
    const all = await store.read(live);
    const own = all.filter((one) => one.chainId === chainId && sameFelt(one.senderAddress, sender));
    return byTimeDown(own);
  };

  /** Puts records where they belong. They leave what lives last: a tear loses none. */
  async function put(records: readonly StoredTransaction[], wait?: 'unawaited'): Promise<void> {
    const before = await store.read(live);
    const others = before.filter((one) => !records.some(sameRecord(one)));
    const over = [...records.filter((one) => !isLive(one)), ...others.filter(isPassed)];
    for (const record of over) await settled.put(record);
    const isOver = (one: StoredTransaction) => over.includes(one);
    const inPlace = before.map((one) => records.find(sameRecord(one)) ?? one);
    const added = records.filter((one) => !before.some(sameRecord(one)));
    await store.write(
      live,
      [...inPlace, ...added].filter((one) => !isOver(one)),
      wait,
    );

    /** One that was accepted has used up its nonce and those before it. */
    function isPassed(one: StoredTransaction): boolean {
      return records.some((record) => isLoose(one) && passes(record, one));
    }
  }

  return {
    /** Saves new records in one write; one of the same hash (the same bytes again) is replaced. */
    add: (...records: StoredTransaction[]): Promise<void> => inTurn(() => put(records)),

    /** `mayRead` decides by the sender, before the record is read. */
    async find(
      chainId: string,
      txnHash: string,
      mayRead: (senderAddress: string) => boolean = () => true,
    ): Promise<StoredTransaction | undefined> {
      const found = (await store.read(live)).find(sameRecord({ chainId, txnHash }));
      // What may not be read is looked for like what is not there: time must not tell them apart.
      return found && mayRead(found.senderAddress)
        ? found
        : settled.find({ chainId, txnHash }, mayRead);
    },

    /**
     * Changes one record, which moves to where its status belongs. Undefined when there is none.
     * `unawaited`: what a crash may lose, and nothing that settles.
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

    /** What still moves; all networks and accounts. */
    open: async (): Promise<StoredTransaction[]> => (await store.read(live)).filter(moves),

    /**
     * Newest first, of one account, not older than `since`; reads no page in vain. Going on after a
     * record costs one read more, and going on at a time as many as halving the pages takes.
     */
    async list(
      chainId: string,
      sender: string,
      { limit, since, wanted, after }: RecordChoice,
    ): Promise<StoredTransaction[]> {
      const open = await liveOf(chainId, sender);
      const isCursor = ({ txnHash }: StoredTransaction) =>
        after !== undefined && 'txnHash' in after && sameFelt(txnHash, after.txnHash);
      const at = open.findIndex(isCursor);
      const from = open[at] ? { until: open[at].timestamp } : after;
      const until = from && 'until' in from ? from.until : Number.POSITIVE_INFINITY;
      // Of one second, those that live come first.
      let left =
        at === -1 ? open.filter(({ timestamp }) => timestamp <= until) : open.slice(at + 1);
      const chosen: StoredTransaction[] = [];
      let number = await settled.firstPage({ chainId, sender }, from);
      for (let past = false; number >= 0 && chosen.length < limit && !past; number--) {
        let records = byTimeDown(await settled.page({ chainId, sender }, number));
        past = records.some(({ timestamp }) => timestamp < since);
        const cursor = at === -1 ? records.find(isCursor) : undefined;
        if (cursor) {
          records = records.slice(1 + records.indexOf(cursor));
          left = left.filter(({ timestamp }) => timestamp < cursor.timestamp);
        }
        const older = records.filter(({ timestamp }) => timestamp <= until);
        chosen.push(...older.filter((one) => !open.some(sameRecord(one)) && isWanted(one)));
      }
      return mergedByTime(left.filter(isWanted), chosen).slice(0, limit);

      function isWanted(record: StoredTransaction): boolean {
        return record.timestamp >= since && isSent(record) && wanted(record);
      }
    },

    /**
     * What the next nonce of an account depends on: its newest records, as many as a page holds, and
     * of the older ones those that may still be carried out.
     */
    async recent(chainId: string, sender: string): Promise<StoredTransaction[]> {
      const own = await liveOf(chainId, sender);
      const records = (await settled.newest({ chainId, sender })).flatMap(byTimeDown);
      const others = records.filter((one) => !own.some(sameRecord(one)));
      const newest = mergedByTime(own, others).slice(0, PAGE_SIZE);
      return [...newest, ...own.filter((one) => !newest.includes(one))];
    },
  };
}

/** All that is stored of records, by key. */
export function packJournal(records: readonly StoredTransaction[]): Map<string, unknown> {
  const accepted = records.filter(({ status }) => status === 'ACCEPTED_ON_L2');
  const living = records.filter(
    (one) => moves(one) || (isLoose(one) && !accepted.some((other) => passes(other, one))),
  );
  const over = new Set(records);
  for (const one of living) over.delete(one);
  return packHistory([...over]).set(live.key, living);
}

/** What nobody follows, and what may be carried out all the same until its nonce is used. */
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

/** Of one second, the last that was added first. */
const byTimeDown = (records: readonly StoredTransaction[]): StoredTransaction[] =>
  [...records].reverse().sort((a, b) => b.timestamp - a.timestamp);
