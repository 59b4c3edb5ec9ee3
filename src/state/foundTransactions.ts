import { type Infer, integer, nullable, object, string } from '@metamask/superstruct';
import { byName, Count, matching, whole, withDefault } from '@xnet/clients/schema/field';
import { ExplorerName } from '../schema/explorer';
import { type ChainId, canonicalFelt } from '../schema/primitives';
import type { TransactionRecord } from '../schema/transaction';
import { createReceived } from './received';
import { foundPage } from './settledPage';
import { dispensable, type Store, stateEntry } from './store';

/** Records of 68 minutes share a key, so that a request reads little even of a long history. */
const BUCKET_SECONDS = 2 ** 12;
/** The buckets of 97 days share a bit map of those that are not empty. */
const SPAN_BUCKETS = 2 ** 11;

const bucketOf = (timestamp: number) => Math.floor(timestamp / BUCKET_SECONDS);
const spanOf = (timestamp: number) => Math.floor(bucketOf(timestamp) / SPAN_BUCKETS);

const foundKey = (chainId: string, account: string) => `found.${chainId}.${account}`;
const bucket = (chainId: string, account: string, number: number) =>
  dispensable<TransactionRecord[]>({
    key: `${foundKey(chainId, account)}.bucket${number}`,
    // Networks come from records and from validated params.
    ...foundPage({ chainId: chainId as ChainId, senderAddress: account }),
    empty: [],
  });
const Bits = matching('bits', /^0x[0-9a-f]+$/u);
const filled = (chainId: string, account: string, span: number) =>
  dispensable(stateEntry(`${foundKey(chainId, account)}.filled${span}`, Bits, '0x0'));
const bitOf = (number: number) => 1n << BigInt(number & (SPAN_BUCKETS - 1));
/** Numbers of the buckets in a span that are not empty, newest first. */
const numbersIn = (span: number, bits: string): number[] => {
  const set = [...BigInt(bits).toString(2)];
  return set.flatMap((bit, index) =>
    bit === '1' ? [span * SPAN_BUCKETS + set.length - 1 - index] : [],
  );
};
/** Per account; older ones are only on the chain. */
const MOST_FOUND = 2_000;

/** First and last span that are not empty, and the total number of records. */
const Extent = nullable(
  object({ oldest: integer(), newest: integer(), count: withDefault(Count, 0) }),
);
const extent = (chainId: string, account: string) =>
  dispensable(stateEntry(`${foundKey(chainId, account)}.extent`, Extent, null));

/** How far the events of a token have been read: every block from `low` to `high`, inclusive. */
export const TokenCursor = object({
  low: Count,
  /** Less than `low` if nothing was read yet. */
  high: whole('a block', -1),
  /** Time of block `low`, in unix seconds; null if not known yet. */
  lowTime: nullable(integer()),
  /** Number of blocks for the next query. */
  span: whole('blocks', 1),
});
export type TokenCursor = Infer<typeof TokenCursor>;
const tokenCursors = (chainId: string, account: string) =>
  dispensable(stateEntry(`${foundKey(chainId, account)}.tokenCursors`, byName(TokenCursor), {}));

/** Range that an explorer has listed: everything between two times, inclusive, in unix seconds. */
const ExplorerCursor = nullable(
  object({
    name: ExplorerName,
    newest: integer(),
    oldest: integer(),
    /** Cursor to older entries; null if there are none. */
    next: nullable(string()),
  }),
);
export type ExplorerCursor = Infer<typeof ExplorerCursor>;
const explorerCursor = (chainId: string, account: string) =>
  dispensable(stateEntry(`${foundKey(chainId, account)}.explorerCursor`, ExplorerCursor, null));

export type FoundChoice = {
  limit: number;
  /** Oldest and newest time wanted, in unix seconds. */
  since: number;
  until: number;
  isWanted: (record: TransactionRecord) => boolean;
};

function byBucket(records: readonly TransactionRecord[]): Map<number, TransactionRecord[]> {
  const portions = new Map<number, TransactionRecord[]>();
  for (const { timestamp } of records) portions.set(bucketOf(timestamp), []);
  for (const one of records) portions.get(bucketOf(one.timestamp))?.push(one);
  return portions;
}

/** Adds those that a bucket lacks, newest first; returns by how many it has grown. */
function addMissing(draft: TransactionRecord[], records: readonly TransactionRecord[]): number {
  const countBefore = draft.length;
  const hashes = new Set(draft.map(({ txnHash }) => BigInt(txnHash)));
  draft.push(...records.filter(({ txnHash }) => hashes.size < hashes.add(BigInt(txnHash)).size));
  draft.sort((a, b) => b.timestamp - a.timestamp).splice(MOST_FOUND);
  return draft.length - countBefore;
}

/** Empties the oldest buckets while there are too many records. */
async function makeRoom(
  store: Store,
  chainId: string,
  account: string,
  all: Infer<typeof Extent> & object,
) {
  while (all.count > MOST_FOUND) {
    const span = filled(chainId, account, all.oldest);
    const bits = await store.read(span);
    const number = numbersIn(all.oldest, bits).at(-1);
    if (number === undefined) {
      all.oldest += 1;
      // A crash here leaves the count too high.
      if (all.oldest > all.newest) all.count = 0;
      continue;
    }
    const oldest = bucket(chainId, account, number);
    all.count -= await store.update(oldest, (draft) => draft.splice(0).length);
    await store.write(span, canonicalFelt(BigInt(bits) ^ bitOf(number)));
  }
}

/**
 * Records of transactions that this module did not send, stored per (chain, account) by time. All
 * are final: those that may still change are fetched again.
 */
export const createFoundTransactions = (store: Store) => {
  return {
    /** Adds records; known ones stay unchanged. The oldest ones make room. */
    async add(chainId: string, account: string, records: readonly TransactionRecord[]) {
      let added = 0;
      for (const [number, bucketRecords] of byBucket(records)) {
        added += await store.update(bucket(chainId, account, number), (draft) =>
          addMissing(draft, bucketRecords),
        );
        const noted = filled(chainId, account, spanOf(number * BUCKET_SECONDS));
        await store.inTurn(foundKey(chainId, account), async () => {
          const bits = BigInt(await store.read(noted));
          const newBits = bits | bitOf(number);
          if (newBits !== bits) await store.write(noted, canonicalFelt(newBits));
        });
      }
      if (records.length === 0) return;
      const spans = records.map(({ timestamp }) => spanOf(timestamp));
      await store.inTurn(foundKey(chainId, account), async () => {
        const storedExtent = await store.read(extent(chainId, account));
        const all = {
          oldest: Math.min(...spans, storedExtent?.oldest ?? Number.POSITIVE_INFINITY),
          newest: Math.max(...spans, storedExtent?.newest ?? Number.NEGATIVE_INFINITY),
          count: (storedExtent?.count ?? 0) + added,
        };
        await makeRoom(store, chainId, account, all);
        await store.write(extent(chainId, account), all);
      });
    },

    /** Newest first; more than `limit` only if the last ones have the same second. */
    async list(
      chainId: string,
      account: string,
      { limit, since, until, isWanted }: FoundChoice,
    ): Promise<TransactionRecord[]> {
      const chosen: TransactionRecord[] = [];
      const storedExtent = await store.read(extent(chainId, account));
      if (!storedExtent) return chosen;
      const first = Math.min(storedExtent.newest, spanOf(until));
      const last = Math.max(storedExtent.oldest, spanOf(since));
      for (let span = first; span >= last && chosen.length < limit; span--) {
        const bits = await store.read(filled(chainId, account, span));
        for (const number of numbersIn(span, bits)) {
          const isOutside = number > bucketOf(until) || number < bucketOf(since);
          if (isOutside || chosen.length >= limit) continue;
          const records = await store.read(bucket(chainId, account, number));
          const chosenRecords = records.filter(
            (one) => one.timestamp >= since && one.timestamp <= until && isWanted(one),
          );
          chosen.push(...chosenRecords.sort((a, b) => b.timestamp - a.timestamp));
        }
      }
      const end = chosen[limit - 1]?.timestamp ?? Number.NEGATIVE_INFINITY;
      return chosen.filter(({ timestamp }, index) => index < limit || timestamp === end);
    },

    tokenCursors: (chainId: string, account: string): Promise<Record<string, TokenCursor>> =>
      store.read(tokenCursors(chainId, account)),
    keepTokenCursors: (chainId: string, account: string, read: Record<string, TokenCursor>) =>
      store.update(tokenCursors(chainId, account), (draft) => void Object.assign(draft, read)),

    ...createReceived(store),

    explorerCursor: (chainId: string, account: string): Promise<ExplorerCursor> =>
      store.read(explorerCursor(chainId, account)),
    keepExplorerCursor: (chainId: string, account: string, read: ExplorerCursor): Promise<void> =>
      store.write(explorerCursor(chainId, account), read),
  };
};
