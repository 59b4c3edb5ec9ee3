import type { Clients, State } from '../../module';
import type { Explorer, ExplorerEntry, PageSize } from '../../remote/explorer/explorer';
import type { ChainId } from '../../schema/primitives';
import type { TransactionRecord } from '../../schema/transaction';
import type { ExplorerCursor } from '../../state/foundTransactions';
import { isToCome, sentFromHere } from './foundRecord';

/** Pages per call, each an HTTP request. */
const PAGES = 3;

export type OutsideSearch = {
  chainId: ChainId;
  account: string;
  size: PageSize;
  /** Unix seconds; oldest time to fetch. */
  since: number;
  /** Deadline, unix milliseconds. */
  until: number;
};

/**
 * Queries the user's explorer for the transactions of an account, stores and returns what it lists.
 * Fetches at most three pages a call: the newest, until they meet known ones; then older ones from
 * where the last call ended, until `since`.
 * @throws the explorer's errors if even the newest page failed
 */
export async function explorerHistory(
  module: State & Clients,
  explorer: Explorer,
  { chainId, account, size, since, until }: OutsideSearch,
): Promise<TransactionRecord[]> {
  const storedCursor = await module.found.explorerCursor(chainId, account);
  const cursor = storedCursor?.name === explorer.name ? storedCursor : null;
  const records: TransactionRecord[] = [];
  let pages = 0;
  const fetchPage = async (cursor?: string) => {
    pages += 1;
    const deadlineMs = Math.max(1, until - module.now());
    const query = { address: account, size, deadlineMs, ...(cursor !== undefined && { cursor }) };
    const page = await explorer.page(query);
    records.push(...page.entries.flatMap((entry) => explorerRecord(module, entry, account)));
    return page.cursor;
  };
  /** Pages fetched before a failure are still useful. */
  const fetchMore = async (cursor: string) => fetchPage(cursor).catch(() => undefined);
  const oldest = () => Math.min(...records.map(({ timestamp }) => timestamp));

  let next: string | null | undefined = await fetchPage();
  while (cursor && next && pages < PAGES && oldest() > cursor.newest) {
    const following: string | null | undefined = await fetchMore(next);
    if (following === undefined) break;
    next = following;
  }
  const newestTime = Math.max(...records.map(({ timestamp }) => timestamp));
  let nextCursor: ExplorerCursor = cursor;
  if (records.length > 0) {
    const meets = cursor !== null && (oldest() <= cursor.newest || next === null);
    if (meets) nextCursor = { ...cursor, newest: Math.max(newestTime, cursor.newest) };
    else nextCursor = { name: explorer.name, newest: newestTime, oldest: oldest(), next };
  }
  while (nextCursor?.next && pages < PAGES && nextCursor.oldest > since) {
    const following: string | null | undefined = await fetchMore(nextCursor.next);
    if (following === undefined) break;
    nextCursor = { ...nextCursor, oldest: Math.min(nextCursor.oldest, oldest()), next: following };
  }
  const isNew = ({ timestamp }: TransactionRecord) =>
    !cursor || timestamp >= cursor.newest || timestamp <= cursor.oldest;
  const fresh = records.filter(isNew);
  const hashes = fresh.map(({ txnHash }) => txnHash);
  const sentHashes = await sentFromHere(module, { chainId, account, until }, hashes);
  await module.found.add(
    chainId,
    account,
    fresh.filter(({ txnHash }) => !sentHashes(txnHash)),
  );
  await module.found.keepExplorerCursor(chainId, account, nextCursor);
  return records;
}

/** A transaction outside a block may still change, so the next call fetches it again. */
function explorerRecord(module: State, entry: ExplorerEntry, account: string): TransactionRecord[] {
  const { contractAddress, contractFuncName, senderAddress, timestamp, ...listed } = entry;
  if (timestamp === null || isToCome(module, timestamp)) return [];
  if (listed.status !== 'ACCEPTED_ON_L2' && listed.status !== 'REJECTED') return [];
  const commonFields = { contractCallData: [], eventIds: [], timestamp };
  if (listed.txnType !== 'invoke') {
    const ofAccount = { senderAddress: account, contractAddress: account, contractFuncName: '' };
    return [{ ...listed, ...ofAccount, ...commonFields }];
  }
  // Only what the account signed is its own: one without a sender may be anybody's.
  if (senderAddress === null) return [];
  return [
    {
      ...listed,
      senderAddress,
      contractAddress: contractAddress ?? senderAddress,
      contractFuncName: contractFuncName ?? '__execute__',
      ...commonFields,
    },
  ];
}
