import { getErrorKind } from '@xnet/clients/errors';
import type { Clients, Module, State } from '../../module';
import type { PageSize } from '../../remote/explorer/explorer';
import { type ChainId, sameFelt } from '../../schema/primitives';
import {
  type ListedTransaction,
  mergedByTime,
  type StoredTransaction,
  type TransactionRecord,
} from '../../schema/transaction';
import { explorerHistory } from './explorer';
import { trackTransactions } from './track';
import { searchTransfers } from './transfers';

/** Deadline for sources outside the wallet. */
const OUTSIDE_MS = 3_000;

export type HistoryQuery = {
  readonly chainId: ChainId;
  readonly account: string;
  readonly size: PageSize;
  /** Unix seconds; open records are listed even if they are older. */
  readonly since: number;
  /** The last record of the previous page. */
  readonly after?: Pick<TransactionRecord, 'txnHash' | 'timestamp'> | undefined;
  readonly sources: 'journal' | 'all';
  readonly isWanted: (record: TransactionRecord) => boolean;
};

/** A list of any length. */
type StoredQuery = Omit<HistoryQuery, 'size'> & { readonly size: number };

/**
 * The transactions of an account from all sources as one list, newest first: the journal, and the
 * user's explorer or, if none is set, transfers found by events. Each hash is listed once: as the
 * journal has it, with the status from the chain. A source that fails or hangs does not affect the
 * others; its earlier results are kept.
 */
export async function fetchHistory(
  module: Module,
  query: HistoryQuery,
): Promise<ListedTransaction[]> {
  const { chainId, account, sources } = query;
  const until = module.now() + OUTSIDE_MS;
  const [fromOutside] = await Promise.all([
    sources === 'all' ? discovered(module, query, until) : [],
    trackTransactions(module, { chainId, senderAddress: account }, until),
  ]);
  return storedHistory(module, query, fromOutside);
}

/**
 * The same list from what is stored, without a request to any host.
 * @param fromOutside records that were just read: their status counts
 */
export async function storedHistory(
  module: State,
  query: StoredQuery,
  fromOutside: readonly TransactionRecord[] = [],
): Promise<ListedTransaction[]> {
  const { chainId, account, size, since, after: lastRecord, sources, isWanted } = query;
  const place = lastRecord && (await positionOf(module, query, lastRecord));
  const choice = { limit: size, since, isWanted };
  const journal = await module.transactions.list(chainId, account, {
    ...choice,
    ...(place && { cursor: place.isOwn ? place : { until: place.timestamp - 1 } }),
  });
  const ownRecords = [...journal, ...(await openBefore(module, query, place))].map((record) =>
    listedRecord(withChainStatus(record, fromOutside)),
  );
  const newestTime = place?.timestamp ?? Number.POSITIVE_INFINITY;
  const foundRecords =
    sources === 'all'
      ? await module.found.list(chainId, account, { ...choice, until: newestTime })
      : [];
  const otherRecords = foundRecords
    .sort((a, b) => b.timestamp - a.timestamp || compareHash(a, b))
    .filter((record) => !place || place.isOwn || comesAfter(place, record))
    .filter(({ txnHash }) => !ownRecords.some((one) => sameFelt(one.txnHash, txnHash)));
  // Within the same second: first the journal's, in their own order, then the others by hash.
  return mergedByTime(ownRecords, otherRecords)
    .slice(0, size)
    .map((record) => ({ ...record, incoming: !sameFelt(record.senderAddress, account) }));
}

async function discovered(
  module: State & Clients,
  { chainId, account, size, since }: HistoryQuery,
  until: number,
): Promise<TransactionRecord[]> {
  const search = { chainId, account, size, since, until };
  try {
    const explorer = await module.explorer(chainId);
    if (explorer) return await explorerHistory(module, explorer, search);
    return await searchTransfers(module, search);
  } catch (error) {
    if (getErrorKind(error) !== 'internal') return [];
    throw error;
  }
}

/** Open records older than the requested time: they are listed until they settle. */
async function openBefore(
  module: State,
  { chainId, account, since, isWanted }: StoredQuery,
  place: HistoryPlace | undefined,
): Promise<StoredTransaction[]> {
  const olderRecords = (await module.transactions.open())
    .filter(
      (one) =>
        one.chainId === chainId &&
        one.timestamp < since &&
        sameFelt(one.senderAddress, account) &&
        isWanted(one),
    )
    .sort((a, b) => b.timestamp - a.timestamp);
  const index = olderRecords.findIndex(
    ({ txnHash }) => place !== undefined && sameFelt(txnHash, place.txnHash),
  );
  if (index === -1)
    return olderRecords.filter(({ timestamp }) => timestamp < (place?.timestamp ?? since));
  return olderRecords.slice(index + 1);
}

/** Accepted on chain overrides the journal's status; no other status does. */
function withChainStatus(
  record: StoredTransaction,
  fromOutside: readonly TransactionRecord[],
): StoredTransaction {
  const same = fromOutside.find(({ txnHash }) => sameFelt(txnHash, record.txnHash));
  if (same?.status !== 'ACCEPTED_ON_L2' || record.status === 'ACCEPTED_ON_L2') return record;
  const { status, failureReason, finalityStatus, executionStatus } = same;
  return { ...record, status, failureReason, finalityStatus, executionStatus };
}

type HistoryPlace = Pick<TransactionRecord, 'txnHash' | 'timestamp'> & { isOwn: boolean };

async function positionOf(
  module: State,
  { chainId, account }: StoredQuery,
  lastRecord: Pick<TransactionRecord, 'txnHash' | 'timestamp'>,
): Promise<HistoryPlace> {
  const ownRecord = await module.transactions.find(chainId, lastRecord.txnHash);
  const isOwn = ownRecord !== undefined && sameFelt(ownRecord.senderAddress, account);
  return {
    txnHash: lastRecord.txnHash,
    timestamp: isOwn ? ownRecord.timestamp : lastRecord.timestamp,
    isOwn,
  };
}

const comesAfter = (place: HistoryPlace, record: TransactionRecord): boolean =>
  record.timestamp < place.timestamp ||
  (record.timestamp === place.timestamp && compareHash(place, record) < 0);

type Hashed = Pick<TransactionRecord, 'txnHash'>;
const compareHash = (a: Hashed, b: Hashed): number => Number(BigInt(a.txnHash) - BigInt(b.txnHash));

const listedRecord = ({
  nonce: _nonce,
  known: _known,
  isMissing: _isMissing,
  given: _given,
  blockNumber: _blockNumber,
  fee: _fee,
  ...record
}: StoredTransaction) => record;
