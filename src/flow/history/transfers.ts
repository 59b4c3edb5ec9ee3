import type { Clients, Module, State } from '../../module';
import type { Outcome } from '../../remote/starknet/node';
import { isTransactionNotFound } from '../../remote/starknet/nodeErrors';
import { starknet_blockNumber } from '../../remote/starknet/starknet_blockNumber';
import { starknet_getBlockWithTxHashes } from '../../remote/starknet/starknet_getBlockWithTxHashes';
import { starknet_getTransactionByHash } from '../../remote/starknet/starknet_getTransactionByHash';
import { starknet_getTransactionStatus } from '../../remote/starknet/starknet_getTransactionStatus';
import { type ChainId, sameFelt } from '../../schema/primitives';
import type { TransactionRecord } from '../../schema/transaction';
import type { TokenCursor } from '../../state/foundTransactions';
import { tokenList } from '../tokens/tokens';
import type { OutsideSearch } from './explorer';
import { foundRecord, keepFound } from './foundRecord';
import {
  advance,
  completeBlocks,
  type FetchedWindow,
  type FoundTransfer,
  fetchTransfers,
  takeBlocks,
  windowsOf,
} from './windows';

/** Tokens looked at in one call; the others have their turn next time. */
const TOKENS = 8;
/** Transactions looked up in one call; the others are found again next time. */
const TRANSACTIONS = 25;

/** Milliseconds that the pages of events leave to the request that looks their transactions up. */
const FOR_DETAILS = 1_000;

type TransferSearch = Omit<OutsideSearch, 'size'>;
type Details = { node: Awaited<ReturnType<Module['node']>>; remainingMs: () => number };

/**
 * Looks for transfers of an account's tokens by their events, keeps what it finds, and answers with
 * it. A call costs at most six HTTP requests (newest block, up to four of events, one of details)
 * and takes up where the last one ended: first what is new, then further back until `since`.
 * @throws the node's errors
 */
export async function transfersFound(
  module: State & Clients,
  search: TransferSearch,
): Promise<TransactionRecord[]> {
  const { chainId, account, until } = search;
  const remainingMs = () => Math.max(1, until - module.now());
  const cursors = await module.found.tokenCursors(chainId, account);
  const node = await module.node(chainId);
  const [newest] = await node.batch([starknet_blockNumber()], { deadlineMs: remainingMs() });
  if (!newest.ok) throw newest.error;
  const windows = (await tokensInTurn(module, chainId, cursors)).flatMap((token) =>
    windowsOf(token, cursors[token], { head: newest.value, since: search.since }),
  );
  if (windows.length === 0) return [];
  const read = await fetchTransfers(node, account, windows, () => remainingMs() - FOR_DETAILS);
  const taken = takeAll(read);
  const details = { node, remainingMs };
  const { records, times } = await lookUp(details, search, taken);
  await keepFound(module, { chainId, account }, records);
  await module.found.keepTokenCursors(chainId, account, cursorsAfter(cursors, taken, times));
  return records;
}

/** The well-known tokens and the watched ones; those first whose turn is longest ago. */
async function tokensInTurn(
  module: State,
  chainId: ChainId,
  cursors: Record<string, TokenCursor>,
): Promise<string[]> {
  const tokens = (await tokenList(module, chainId)).map(({ address }) => address);
  const reached = (token: string) => cursors[token]?.high ?? -1;
  return tokens.sort((a, b) => reached(a) - reached(b)).slice(0, TOKENS);
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
      const { from, to, taken } = takeBlocks(one.window, complete, one.found, room);
      room -= new Set(taken.map(({ transaction_hash: hash }) => hash)).size;
      const finished = one.readings.every(({ done }) => done);
      return { ...one, blocks: { from, to }, taken, finished };
    });
}

/** One HTTP request: each transaction, where it stands, and when the blocks were made. */
async function lookUp(
  { node, remainingMs }: Details,
  { account, chainId }: TransferSearch,
  taken: readonly Taken[],
): Promise<{ records: TransactionRecord[]; times: Map<number, number> }> {
  const transfers = new Map<string, FoundTransfer>();
  for (const event of taken.flatMap((one) => one.taken))
    if (!transfers.has(event.transaction_hash)) transfers.set(event.transaction_hash, event);
  const hashes = [...transfers.keys()];
  const found = [...transfers.values()].map(({ block_number }) => block_number);
  const starts = taken.filter(isNotEmpty).map(({ blocks }) => blocks.from);
  const blocks = [...new Set([...found, ...starts])];
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
  const records = hashes.flatMap((hash, index) => {
    const sent = answered(answers[index]);
    const status = answered(answers[hashes.length + index]);
    const event = transfers.get(hash);
    const timestamp = times.get(event?.block_number ?? -1);
    if (!event || timestamp === undefined) return [];
    // What a node does not know, or takes for pending, is none of the chain's yet.
    if (!sent || !('type' in sent) || !sameFelt(sent.transaction_hash, hash)) return [];
    if (!status || !('finality_status' in status)) return [];
    const record = foundRecord({ account, chainId, timestamp }, sent, status, event.transfer);
    return record.status === 'ACCEPTED_ON_L2' ? [record] : [];
  });
  return { records, times };
}

const answered = <T>(outcome: Outcome<T> | undefined): T | undefined =>
  outcome?.ok ? outcome.value : undefined;

const isNotEmpty = ({ blocks }: Taken): boolean => blocks.from <= blocks.to;

function cursorsAfter(
  known: Record<string, TokenCursor>,
  taken: readonly Taken[],
  times: ReadonlyMap<number, number>,
): Record<string, TokenCursor> {
  const after: Record<string, TokenCursor> = {};
  for (const { window, blocks, finished } of taken) {
    const { token } = window;
    const lowTime = times.get(blocks.from) ?? null;
    after[token] = advance(after[token] ?? known[token], window, blocks, { finished, lowTime });
  }
  return after;
}
