import { ModuleError } from '@xnet/clients/errors';
import type { Clients, State } from '../../module';
import type { Deadline, Outcome, StarknetNode } from '../../remote/starknet/node';
import { isTransactionNotFound } from '../../remote/starknet/nodeErrors';
import { starknet_blockNumber } from '../../remote/starknet/starknet_blockNumber';
import { starknet_getBlockWithTxHashes } from '../../remote/starknet/starknet_getBlockWithTxHashes';
import { starknet_getTransactionByHash } from '../../remote/starknet/starknet_getTransactionByHash';
import { starknet_getTransactionStatus } from '../../remote/starknet/starknet_getTransactionStatus';
import { starknet_traceTransaction } from '../../remote/starknet/starknet_traceTransaction';
import type { TransactionTrace } from '../../remote/starknet/trace';
import type { ChainId } from '../../schema/primitives';
import type { TransactionRecord } from '../../schema/transaction';
import type { TokenCursor } from '../../state/foundTransactions';
import { tokenList } from '../tokens/tokens';
import type { OutsideSearch } from './explorer';
import { foundRecord, isToCome, mayExecute, sentFromHere } from './foundRecord';
import { listReceived } from './received';
import {
  ANY_CONTRACT,
  advance,
  completeBlocks,
  type FetchedWindow,
  type FoundTransfer,
  fetchTransfers,
  joins,
  newestOpenWindow,
  planOpenWindows,
  planWindows,
  takeBlocks,
  type Window,
} from './windows';

/** Tokens per call; the others follow in the next calls. */
const TOKENS = 8;
/** Transactions to look up per call; the others are found again by the next call. */
const TRANSACTIONS = 25;

/** Milliseconds to leave for the request that looks up the transactions. */
const FOR_DETAILS = 1_000;

type TransferSearch = Omit<OutsideSearch, 'size'>;
type Details = { node: StarknetNode; remainingMs: () => number };

/**
 * Searches for transfers of an account's tokens by events, stores and returns what it finds. Stores,
 * too, what contracts on no list say that the account received, at no further request. A call
 * takes at most six HTTP requests (newest block, up to four for events, one for details), and two if
 * it finds little that is new; one more if others may have had the account execute what it signed. It
 * continues where the last one ended: first newer blocks, then older ones until `since`.
 * @throws the node's errors
 */
export async function searchTransfers(
  module: State & Clients,
  search: TransferSearch,
): Promise<TransactionRecord[]> {
  const { chainId, account, until } = search;
  const remainingMs = () => Math.max(1, until - module.now());
  const cursors = await module.found.tokenCursors(chainId, account);
  const node = await module.node(chainId);
  const read = await readWindows(module, node, search, cursors);
  if (read.length === 0) return [];
  const takenWindows = takeAll(read);
  // The first of several transfers in a transaction determines its record, if it moves anything.
  const events = takenWindows.flatMap((one) => one.taken).reverse();
  const byAmount = [...events.filter(isEmpty), ...events.filter((event) => !isEmpty(event))];
  const transfers = new Map(byAmount.map((event) => [event.transaction_hash, event]));
  const sentHashes = await sentFromHere(module, search, [...transfers.keys()]);
  const listedHashes = await knownHashes(module, search);
  // The chain has nothing to add to records that have settled.
  for (const hash of transfers.keys())
    if (sentHashes(hash)?.status === 'ACCEPTED_ON_L2' || listedHashes.has(BigInt(hash)))
      transfers.delete(hash);
  const nextCursors = cursorsAfter(cursors, takenWindows);
  const timeless = Object.values(nextCursors).filter(
    ({ low, high, lowTime }) => low <= high && lowTime === null,
  );
  const records = await lookUp(module, { node, remainingMs }, search, transfers, timeless);
  await module.found.add(
    chainId,
    account,
    records.filter(({ txnHash }) => !sentHashes(txnHash)),
  );
  await module.found.addReceived(chainId, account, listReceived(read, { chainId, account }));
  await module.found.keepTokenCursors(chainId, account, nextCursors);
  return records;
}

const isEmpty = ({ transfer }: FoundTransfer): boolean => transfer.amount === 0n;

/** Newest found records, which include those of the last known block. */
const NEWEST = 50;

async function knownHashes(module: State, { chainId, account }: TransferSearch) {
  const choice = { limit: NEWEST, since: 0, until: Number.MAX_SAFE_INTEGER, isWanted: () => true };
  const records = await module.found.list(chainId, account, choice);
  return new Set(records.map(({ txnHash }) => BigInt(txnHash)));
}

/**
 * Reads the windows of the tokens whose turn it is. If something is known of each, the number of
 * the newest block comes with the events, so that a list takes one request less after another.
 */
async function readWindows(
  module: State,
  node: StarknetNode,
  { chainId, account, since, until }: TransferSearch,
  cursors: Record<string, TokenCursor>,
): Promise<FetchedWindow[]> {
  const remainingMs = () => Math.max(1, until - module.now());
  const forEvents = () => remainingMs() - FOR_DETAILS;
  const tokens = await tokensInTurn(module, chainId, cursors);
  const knownCursors = tokens.flatMap((token) => cursors[token] ?? []);
  const isKnown =
    knownCursors.length === tokens.length && knownCursors.every(({ high }) => high >= 0);
  let head: number | undefined;
  if (isKnown) {
    const asking = withHead(node);
    const open = tokens.flatMap((token, index) => {
      const cursor = knownCursors[index];
      if (cursor) return planOpenWindows(token, cursor, since);
      return [];
    });
    const newest = Math.max(
      ...[...knownCursors, cursors[ANY_CONTRACT]].map((one) => one?.high ?? 0),
    );
    open.push(...openAnywhere(cursors[ANY_CONTRACT], newest, since));
    const isNear = (head: number) => knownCursors.every((cursor) => joins(cursor, head));
    // No further page is worth a request if the windows have to begin anew.
    const whileNear = () => (asking.mayBe(isNear) ? forEvents() : 0);
    const read = await fetchTransfers(asking, account, open, whileNear);
    head = asking.head();
    const end = head;
    if (isNear(end))
      return read.map((one) => ({
        ...one,
        window: { ...one.window, to: Math.min(one.window.to, end) },
      }));
  }
  if (head === undefined) {
    const [blockNumber] = await node.batch([starknet_blockNumber()], { deadlineMs: remainingMs() });
    if (!blockNumber.ok) throw blockNumber.error;
    head = blockNumber.value;
  }
  const newestHead = head;
  const windows = [...tokens, ANY_CONTRACT].flatMap((token) =>
    planWindows(token, cursors[token], { head: newestHead, since }),
  );
  if (windows.length === 0) return [];
  return fetchTransfers(node, account, windows, forEvents);
}

/** Begins anew behind blocks that strangers crowd, so that they hold up nothing. */
function openAnywhere(cursor: TokenCursor | undefined, newest: number, since: number): Window[] {
  if (cursor && joins(cursor, newest)) return planOpenWindows(ANY_CONTRACT, cursor, since);
  return [newestOpenWindow(ANY_CONTRACT, newest, cursor?.span)];
}

/** A node that is asked for the number of the newest block with the first batch. */
function withHead(node: StarknetNode) {
  let headOutcome: Outcome<number> | undefined;
  const batch = async (calls: Parameters<StarknetNode['batch']>[0], deadline?: Deadline) => {
    if (headOutcome) return node.batch(calls, deadline);
    const [headAnswer, ...answers] = await node.batch([starknet_blockNumber(), ...calls], deadline);
    headOutcome = headAnswer;
    return answers;
  };
  return {
    // As with the node itself: outcomes are in the order of the calls.
    batch: batch as StarknetNode['batch'],
    /** True until the number is known to be another. */
    mayBe: (isNeeded: (head: number) => boolean): boolean =>
      !headOutcome?.ok || isNeeded(headOutcome.value),
    head(): number {
      if (headOutcome?.ok) return headOutcome.value;
      throw headOutcome?.error ?? new ModuleError('nodeUnavailable', 'There was no time left.');
    },
  };
}

/** The well-known tokens and the watched ones, least recently read first. */
async function tokensInTurn(
  module: State,
  chainId: ChainId,
  cursors: Record<string, TokenCursor>,
): Promise<string[]> {
  const tokens = (await tokenList(module, chainId)).map(({ address }) => address);
  const highestRead = (token: string) => cursors[token]?.high ?? -1;
  return tokens.sort((a, b) => highestRead(a) - highestRead(b)).slice(0, TOKENS);
}

type Taken = FetchedWindow & {
  blocks: { from: number; to: number };
  taken: FoundTransfer[];
  finished: boolean;
};

/** New blocks come before old ones. */
function takeAll(read: readonly FetchedWindow[]): Taken[] {
  let room = TRANSACTIONS;
  const rank = ({ window }: FetchedWindow) => (window.direction === 'forward' ? 0 : 1);
  return [...read]
    .sort((a, b) => rank(a) - rank(b))
    .map((one) => {
      const complete = completeBlocks(one.window, one.readings);
      const { from, to, taken: transfers } = takeBlocks(one.window, complete, one.found, room);
      room -= new Set(transfers.map(({ transaction_hash: hash }) => hash)).size;
      const finished = one.readings.every(({ done: isDone }) => isDone);
      return { ...one, blocks: { from, to }, taken: transfers, finished };
    });
}

/**
 * Looks up each transaction, its status and its block's time in one HTTP request, or none if
 * nothing is needed. Sets the time of the cursors' lower ends.
 */
async function lookUp(
  module: State,
  { node, remainingMs }: Details,
  { account, chainId }: TransferSearch,
  transfers: ReadonlyMap<string, FoundTransfer>,
  timeless: readonly TokenCursor[],
): Promise<TransactionRecord[]> {
  const hashes = [...transfers.keys()];
  const found = [...transfers.values()].map(({ block_number }) => block_number);
  const blocks = [...new Set([...found, ...timeless.map(({ low }) => low)])];
  const answers = await node.batch(
    [
      ...hashes.map((transaction_hash) => starknet_getTransactionByHash({ transaction_hash })),
      ...hashes.map((transaction_hash) => starknet_getTransactionStatus({ transaction_hash })),
      ...blocks.map((block_number) =>
        starknet_getBlockWithTxHashes({ block_id: { block_number } }),
      ),
    ],
    { deadlineMs: remainingMs() },
  );
  const failed = answers.find((answer) => !answer.ok && !isTransactionNotFound(answer.error));
  if (failed && !failed.ok) throw failed.error;
  const times = new Map<number, number>();
  for (const [index, number] of blocks.entries()) {
    const answer = answers[2 * hashes.length + index];
    const block = answered(answer);
    if (block && 'timestamp' in block) times.set(number, block.timestamp);
  }
  for (const cursor of timeless) cursor.lowTime = times.get(cursor.low) ?? null;
  const executedHashes = [...transfers.values()].flatMap(({ transfer }, index) => {
    const transaction = answered(answers[index]);
    if (!transaction || !('type' in transaction)) return [];
    if (mayExecute(account, transaction, transfer)) return hashes[index] ?? [];
    return [];
  });
  const traces = await fetchTraces({ node, remainingMs }, executedHashes);
  return [...transfers.values()].flatMap((event, index) => {
    const transaction = answered(answers[index]);
    const status = answered(answers[hashes.length + index]);
    const timestamp = times.get(event.block_number);
    if (timestamp === undefined || isToCome(module, timestamp)) return [];
    // Ignores transactions that the node does not know or that are pending.
    if (!transaction || !('type' in transaction)) return [];
    if (!status || !('finality_status' in status)) return [];
    const record = foundRecord(
      { account, chainId, timestamp, trace: traces.get(event.transaction_hash) },
      transaction,
      status,
      event.transfer,
    );
    if (record?.status === 'ACCEPTED_ON_L2') return [record];
    return [];
  });
}

/** The traces that a node has: many give none, and a list must not wait for those. */
async function fetchTraces(
  { node, remainingMs }: Details,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, TransactionTrace>> {
  if (hashes.length === 0) return new Map();
  const answers = await node.batch(
    hashes.map((transaction_hash) => starknet_traceTransaction({ transaction_hash })),
    { deadlineMs: remainingMs() },
  );
  const rows = hashes.flatMap((hash, index): [string, TransactionTrace][] => {
    const trace = answered(answers[index]);
    if (trace) return [[hash, trace]];
    return [];
  });
  return new Map(rows);
}

const answered = <T>(outcome: Outcome<T> | undefined): T | undefined => {
  if (outcome?.ok) return outcome.value;
  return undefined;
};

function cursorsAfter(
  knownCursors: Record<string, TokenCursor>,
  takenWindows: readonly Taken[],
): Record<string, TokenCursor> {
  const nextCursors: Record<string, TokenCursor> = {};
  for (const { window, blocks, finished } of takenWindows) {
    const { token } = window;
    nextCursors[token] = advance(nextCursors[token] ?? knownCursors[token], window, blocks, {
      finished,
    });
  }
  return nextCursors;
}
