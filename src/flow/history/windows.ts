import { ModuleError } from '@xnet/clients/errors';
import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { type EmittedEvent, starknet_getEvents } from '../../remote/starknet/starknet_getEvents';
import { sameFelt } from '../../schema/primitives';
import {
  isLegacyTransfer,
  parseTransferEvent,
  receivedKeys,
  TRANSFER,
  type Transfer,
  transferKeys,
} from '../../starknet/tokens/event';
import type { TokenCursor } from '../../state/foundTransactions';

/**
 * Maximum blocks of a window. The strictest common node searches 81,920 at a time, and then returns
 * an empty page with a continuation token.
 */
export const MAX_SPAN = 80_000;

/** In place of a token: whatever contract says that the account received something. */
export const ANY_CONTRACT = 'any';

/** A range of blocks to read for a token, inclusive. */
export type Window = {
  readonly token: string;
  /**
   * `forward` extends the known range at its newer end, or starts anew; `backward` at its older.
   */
  readonly direction: 'forward' | 'backward';
  readonly from: number;
  readonly to: number;
};

/**
 * Plans the next reads for a token: the newest blocks, and those before the known range until it
 * reaches `since` (unix seconds). If there are more new blocks than one window holds, or the chain
 * became shorter than the known range, reading starts anew at the newest block.
 */
export function planWindows(
  token: string,
  cursor: TokenCursor | undefined,
  { head, since }: { head: number; since: number },
): Window[] {
  const span = cursor?.span ?? MAX_SPAN;
  const from = Math.max(0, head - span + 1);
  if (!cursor || cursor.high > head || cursor.high + 1 < from)
    return [{ token, direction: 'forward', from, to: head }];
  const windows: Window[] = [];
  if (cursor.high < head)
    windows.push({ token, direction: 'forward', from: cursor.high + 1, to: head });
  if (cursor.low > 0 && (cursor.lowTime ?? Number.POSITIVE_INFINITY) > since) {
    const to = cursor.low - 1;
    windows.push({ token, direction: 'backward', from: Math.max(0, to - span + 1), to });
  }
  return windows;
}

/** The end of a window that is read up to the newest block, whose number is not known yet. */
const OPEN_END = Number.MAX_SAFE_INTEGER;

/**
 * The same before the newest block is known, so that its number can be asked in the same request.
 * Reads the last known block again: what was told with its number may have been of the block before.
 */
export function planOpenWindows(token: string, cursor: TokenCursor, since: number): Window[] {
  const olderWindows = planWindows(token, cursor, { head: cursor.high, since });
  return [{ token, direction: 'forward', from: cursor.high, to: OPEN_END }, ...olderWindows];
}

/** The same for a token that begins anew, if the newest block is about `head`. */
export const newestOpenWindow = (token: string, head: number, span = MAX_SPAN): Window => ({
  token,
  direction: 'forward',
  from: Math.max(0, head - span + 1),
  to: OPEN_END,
});

/** True if the newest block is so near that what is new joins what is known. */
export const joins = ({ high, span }: TokenCursor, head: number): boolean =>
  high <= head && head - high < span;

/** Result of a query for a window. */
export type EventsRead = { readonly events: readonly EmittedEvent[]; readonly done: boolean };

/** The blocks of a window for which every event was read; none if `to` is below `from`. */
export function completeBlocks(
  window: Window,
  readings: readonly EventsRead[],
): { from: number; to: number } {
  const { direction, from, to } = window;
  const open = readings.filter(({ done: isDone }) => !isDone);
  if (open.length === 0) return { from, to };
  // Pages ascend, so the last block of an unfinished query may be incomplete.
  const ends = open.map(({ events }) => (events.at(-1)?.block_number ?? from) - 1);
  if (direction === 'forward') return { from, to: Math.min(to, ...ends) };
  return { from: to + 1, to };
}

/**
 * Takes whole blocks, starting at the end next to the known range, while they hold at most `room`
 * transactions; takes at least one block.
 */
export function takeBlocks<E extends { block_number: number; transaction_hash: string }>(
  window: Window,
  blocks: { from: number; to: number },
  events: readonly E[],
  room: number,
): { from: number; to: number; taken: E[] } {
  const inWindow = events.filter(
    ({ block_number: block }) => block >= blocks.from && block <= blocks.to,
  );
  const sign = window.direction === 'forward' ? 1 : -1;
  const ordered = inWindow.sort((a, b) => sign * (a.block_number - b.block_number));
  const hashesIn = new Map<number, Set<string>>();
  for (const { block_number: block, transaction_hash: hash } of ordered)
    hashesIn.set(block, (hashesIn.get(block) ?? new Set()).add(hash));
  const hashes = new Set<string>();
  const takenEvents: E[] = [];
  for (const event of ordered) {
    const isNewBlock = takenEvents.at(-1)?.block_number !== event.block_number;
    const added = hashesIn.get(event.block_number)?.size ?? 0;
    const isFull = room <= 0 || (takenEvents.length > 0 && hashes.size + added > room);
    if (isNewBlock && isFull) {
      if (window.direction === 'forward')
        return { from: blocks.from, to: event.block_number - 1, taken: takenEvents };
      return { from: event.block_number + 1, to: blocks.to, taken: takenEvents };
    }
    hashes.add(event.transaction_hash);
    takenEvents.push(event);
  }
  return { ...blocks, taken: takenEvents };
}

/** The cursor after blocks of a window were read; a new lower end has no time yet. */
export function advance(
  cursor: TokenCursor | undefined,
  window: Window,
  blocks: { from: number; to: number },
  { finished }: { finished: boolean },
): TokenCursor {
  const lastSpan = cursor?.span ?? MAX_SPAN;
  const span = finished ? spanAfter(window, lastSpan) : Math.max(1, Math.floor(lastSpan / 2));
  // Reading backwards requires a known range.
  if (cursor && window.direction === 'backward') {
    if (blocks.from > blocks.to) return { ...cursor, span };
    return { ...cursor, low: blocks.from, lowTime: null, span };
  }
  const isNext = cursor && window.from <= cursor.high + 1 && cursor.high <= window.to;
  if (isNext) return { ...cursor, high: Math.max(cursor.high, blocks.to), span };
  return { low: window.from, high: blocks.to, lowTime: null, span };
}

/** Strangers may crowd older blocks of any contracts: a short window shows nothing of longer ones. */
function spanAfter({ token, from, to }: Window, lastSpan: number): number {
  if (token === ANY_CONTRACT && to - from + 1 < lastSpan && from > 0) return lastSpan;
  return Math.min(MAX_SPAN, lastSpan * 2);
}

/** HTTP requests for the pages of all windows together. */
const ROUNDS = 4;
/** Events per page; nodes allow up to 1,024. */
const CHUNK = 1_000;

export type FoundTransfer = EmittedEvent & { block_number: number; transfer: Transfer };
export type FetchedWindow = {
  readonly window: Window;
  readonly readings: readonly EventsRead[];
  readonly found: readonly FoundTransfer[];
  /** Events by which other contracts say that the account received something. */
  readonly received: readonly EmittedEvent[];
};

type Query = {
  window: Window;
  /**
   * `sample` reads one event to learn the shape; `all` reads every transfer of the token;
   * `received` and `receivedPieces` read one page of all contracts.
   */
  kind: 'sample' | 'out' | 'in' | 'all' | 'received' | 'receivedPieces';
  token?: string;
  events: EmittedEvent[];
  done: boolean;
};

/**
 * The transfers of an account in several windows, in at most `ROUNDS` HTTP requests. If the token
 * has both parties in the keys of the event, the node filters; otherwise (a sample from the window
 * shows this) it reads every transfer of the token. Marks windows that are not finished.
 * @throws the node's error if it answered nothing at all
 */
export async function fetchTransfers(
  node: Pick<StarknetNode, 'batch'>,
  account: string,
  windows: readonly Window[],
  remainingMs: () => number,
): Promise<FetchedWindow[]> {
  const queries = windows.flatMap((window) => kindsIn(window).map((kind) => queryOf(window, kind)));
  let open = [...queries];
  let heard = false;
  let failure: ModuleError | undefined;
  for (let round = 0; round < ROUNDS && open.length > 0 && remainingMs() > 0; round++) {
    const calls = open.map((query) => callOf(query, account));
    const answers: readonly Outcome<EventsPage>[] = await node.batch(calls, {
      deadlineMs: remainingMs(),
    });
    const next: Query[] = [];
    for (const [index, query] of open.entries()) {
      const answer = answers[index];
      // A node that refuses so many blocks says so; the next call queries fewer.
      heard ||= answer?.ok === true || (answer !== undefined && !isUnheard(answer.error));
      if (!answer?.ok) {
        failure ??= answer?.error;
        continue;
      }
      const { events, continuation_token: token } = answer.value;
      // A repeated continuation token would loop forever.
      const isRepeated = token === query.token;
      query.events.push(...events);
      const [firstEvent] = query.events;
      const isAnswered = query.kind === 'sample' && firstEvent !== undefined;
      query.done = token === undefined || isAnswered || isCrowded(query);
      if (isAnywhere(query)) continue;
      if (isAnswered && isLegacyTransfer(firstEvent)) {
        const all = queryOf(query.window, 'all');
        queries.push(all);
        next.push(all);
      } else if (!query.done && token !== undefined && !isRepeated) {
        query.token = token;
        next.push(query);
      }
    }
    open = next;
  }
  if (!heard) throw failure ?? new ModuleError('nodeUnavailable', 'There was no time left.');
  return windows.map((window) => {
    const ownQueries = queries.filter((query) => query.window === window);
    const events = ownQueries
      .filter(({ kind }) => kind !== 'sample')
      .flatMap((query) => query.events);
    if (window.token === ANY_CONTRACT)
      return { window, readings: ownQueries, found: [], received: events };
    const transfers = transfersIn(window, account, events);
    return { window, readings: ownQueries, found: transfers, received: [] };
  });
}

/** True if a node did not answer a query, whatever was asked. */
export const isUnheard = ({ kind }: ModuleError): boolean =>
  kind === 'nodeUnavailable' || kind === 'limitExceeded' || kind === 'wrongChain';

type EventsPage = { events: EmittedEvent[]; continuation_token?: string | undefined };

const queryOf = (window: Window, kind: Query['kind']): Query => ({
  window,
  kind,
  events: [],
  done: false,
});

const kindsIn = ({ token }: Window): readonly Query['kind'][] =>
  token === ANY_CONTRACT ? ['received', 'receivedPieces'] : ['sample', 'out', 'in'];

const isAnywhere = ({ window }: Query): boolean => window.token === ANY_CONTRACT;

/** A block with more than a page from any contracts: most of it is worth nothing, so it counts as read. */
const isCrowded = ({ window }: Query): boolean =>
  window.token === ANY_CONTRACT && window.from === window.to;

function keysOf(kind: Query['kind'], account: string): string[][] {
  const filters: Partial<Record<Query['kind'], string[][]>> = {
    ...transferKeys(account),
    ...receivedKeys(account),
  };
  return filters[kind] ?? [[TRANSFER]];
}

function callOf({ window, kind, token }: Query, account: string) {
  return starknet_getEvents({
    filter: {
      from_block: { block_number: window.from },
      to_block: window.to === OPEN_END ? 'latest' : { block_number: window.to },
      ...(window.token !== ANY_CONTRACT && { address: window.token }),
      keys: keysOf(kind, account),
      chunk_size: kind === 'sample' ? 1 : CHUNK,
      ...(token !== undefined && { continuation_token: token }),
    },
  });
}

/** The transfers in the events, each once; rechecks the filter instead of trusting the node. */
function transfersIn(
  { token }: Window,
  account: string,
  events: readonly EmittedEvent[],
): FoundTransfer[] {
  return events.flatMap((event) => {
    const { block_number } = event;
    if (block_number === undefined) return [];
    const transfer = parseTransferEvent(event);
    if (!transfer || !sameFelt(transfer.token, token)) return [];
    const isOwn = sameFelt(transfer.from, account) || sameFelt(transfer.to, account);
    if (isOwn) return [{ ...event, block_number, transfer }];
    return [];
  });
}
