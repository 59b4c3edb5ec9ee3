import { ModuleError } from '@xnet/clients/errors';
import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { type EmittedEvent, starknet_getEvents } from '../../remote/starknet/starknet_getEvents';
import { sameFelt } from '../../schema/primitives';
import {
  isLegacyTransfer,
  parseTransferEvent,
  TRANSFER,
  type Transfer,
  transferKeys,
} from '../../starknet/tokens/transferEvent';
import type { EventsRead, Window } from './windows';

/** HTTP requests for the pages of all windows together. */
const ROUNDS = 4;
/** Events of a page; nodes take up to 1,024. */
const CHUNK = 1_000;

export type FoundTransfer = EmittedEvent & { block_number: number; transfer: Transfer };
export type FetchedWindow = {
  readonly window: Window;
  readonly readings: readonly EventsRead[];
  readonly found: readonly FoundTransfer[];
};

type Query = {
  window: Window;
  /** `sample` looks at one event to learn the shape; `all` reads every transfer of the token. */
  kind: 'sample' | 'out' | 'in' | 'all';
  token?: string;
  events: EmittedEvent[];
  done: boolean;
};

/**
 * The transfers of an account in some windows, in at most `ROUNDS` HTTP requests. Where the token
 * names both sides in the keys of the event, the node filters; where it does not (a sample of the
 * window shows), every transfer of the token is read. A window that is not finished then says so.
 * @throws the node's error where it answered nothing at all
 */
export async function fetchTransfers(
  node: Pick<StarknetNode, 'batch'>,
  account: string,
  windows: readonly Window[],
  remainingMs: () => number,
): Promise<FetchedWindow[]> {
  const queries = windows.flatMap((window) =>
    (['sample', 'out', 'in'] as const).map((kind) => queryOf(window, kind)),
  );
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
      // A node that will not look through so many blocks says so, and is asked for fewer next time.
      heard ||= answer?.ok === true || (answer !== undefined && !isUnheard(answer.error));
      if (!answer?.ok) {
        failure ??= answer?.error;
        continue;
      }
      const { events, continuation_token: token } = answer.value;
      // A node that gives the same place again would go round for ever.
      const more = token !== undefined && token !== query.token ? token : undefined;
      query.events.push(...events);
      const [seen] = query.events;
      const isAnswered = query.kind === 'sample' && seen !== undefined;
      query.done = token === undefined || isAnswered;
      if (isAnswered && isLegacyTransfer(seen)) {
        const all = queryOf(query.window, 'all');
        queries.push(all);
        next.push(all);
      } else if (!query.done && more !== undefined) {
        query.token = more;
        next.push(query);
      }
    }
    open = next;
  }
  if (!heard) throw failure ?? new ModuleError('nodeUnavailable', 'There was no time left.');
  return windows.map((window) => {
    const own = queries.filter((query) => query.window === window);
    const events = own.filter(({ kind }) => kind !== 'sample').flatMap((query) => query.events);
    return { window, readings: own, found: transfersIn(window, account, events) };
  });
}

const isUnheard = ({ kind }: ModuleError): boolean =>
  kind === 'nodeUnavailable' || kind === 'limitExceeded' || kind === 'wrongChain';

type EventsPage = { events: EmittedEvent[]; continuation_token?: string | undefined };

const queryOf = (window: Window, kind: Query['kind']): Query => ({
  window,
  kind,
  events: [],
  done: false,
});

function callOf({ window, kind, token }: Query, account: string) {
  const keys = kind === 'out' || kind === 'in' ? transferKeys(account)[kind] : [[TRANSFER]];
  return starknet_getEvents({
    filter: {
      from_block: { block_number: window.from },
      to_block: { block_number: window.to },
      address: window.token,
      keys,
      chunk_size: kind === 'sample' ? 1 : CHUNK,
      ...(token !== undefined && { continuation_token: token }),
    },
  });
}

/** What the events say, each once; a node's word that they match the filter is not taken. */
function transfersIn(
  { token, from, to }: Window,
  account: string,
  events: readonly EmittedEvent[],
): FoundTransfer[] {
  return events.flatMap((event) => {
    const { block_number } = event;
    if (block_number === undefined || block_number < from || block_number > to) return [];
    const transfer = parseTransferEvent(event);
    if (!transfer || !sameFelt(transfer.token, token)) return [];
    const isOwn = sameFelt(transfer.from, account) || sameFelt(transfer.to, account);
    return isOwn ? [{ ...event, block_number, transfer }] : [];
  });
}
