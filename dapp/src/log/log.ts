import type { Provider } from '@xnet/connect';
import { createStore } from '../store';
import { describeFailure, type Failure } from '../wallet/failure';

/** One request as it left the page. */
export type Outgoing =
  | {
      readonly to: 'wallet';
      readonly label: string;
      readonly request: Parameters<Provider['request']>[0];
    }
  | {
      /** The connector's requests to the wallet are log entries of their own. */
      readonly to: 'walletApi';
      readonly label: string;
      readonly request: { readonly type: string; readonly params?: unknown };
    }
  | { readonly to: 'chain'; readonly label: string; readonly url: string; readonly body: string }
  | {
      readonly to: 'service';
      readonly label: string;
      readonly over: 'GET' | 'POST' | 'WebSocket';
      /** With a placeholder for the key. */
      readonly url: string;
      readonly body: string | null;
      /** A file is sent as a form with one part. */
      readonly bodyIs: 'json' | 'file';
      /** True if key and secret are sent in a header. */
      readonly isBasic: boolean;
    };

export type Outcome =
  | { readonly state: 'pending' }
  | { readonly state: 'reply'; readonly result: unknown }
  | { readonly state: 'error'; readonly failure: Failure; readonly error: unknown };

export type Entry = {
  readonly id: number;
  readonly outgoing: Outgoing;
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** Null while pending. If the user was asked, the time until then: the rest was the user's. */
  readonly milliseconds: number | null;
  readonly wasAsked: boolean;
  readonly outcome: Outcome;
  /** Number of times a polled request was sent; the newest response is shown. */
  readonly times: number;
};

type Begun = { readonly id: number; readonly startedAt: number; readonly times: number };

const longestLog = 500;
const polled = [
  'xnet_getTransactionStatus',
  'starkNet_getTransactionStatus',
  'wallet_getModules',
  'wallet_getSnaps',
];

export type Log = ReturnType<typeof createLog>;

/** Repeated polls share one log entry. */
const findPolled = (entries: readonly Entry[], outgoing: Outgoing): Entry | undefined => {
  if (polled.includes(outgoing.label))
    return entries.find((entry) => isSame(entry.outgoing, outgoing));
  return undefined;
};

const beginEntry = (id: number, outgoing: Outgoing, startedAt: number): Entry => ({
  id,
  outgoing,
  startedAt,
  milliseconds: null,
  wasAsked: false,
  outcome: { state: 'pending' },
  times: 1,
});

/** Logs every request of this page with its response, newest first. */
export function createLog(clock: { now(): number }) {
  const store = createStore<{ entries: readonly Entry[] }>({ entries: [] });
  let lastId = 0;

  function begin(outgoing: Outgoing): Begun {
    const startedAt = clock.now();
    const polled = findPolled(store.get().entries, outgoing);
    if (polled) return { id: polled.id, startedAt, times: polled.times + 1 };
    lastId += 1;
    const entry = beginEntry(lastId, outgoing, startedAt);
    store.set({ entries: [entry, ...store.get().entries].slice(0, longestLog) });
    return { id: lastId, startedAt, times: 1 };
  }

  function end({ id, startedAt, times }: Begun, outcome: Outcome): void {
    const elapsedMs = Math.round(clock.now() - startedAt);
    change(
      (entry) => entry.id === id,
      (entry) => ({
        outcome,
        times,
        milliseconds: entry.wasAsked ? entry.milliseconds : elapsedMs,
      }),
    );
  }

  function change(isMeant: (entry: Entry) => boolean, to: (entry: Entry) => Partial<Entry>): void {
    const entries = store
      .get()
      .entries.map((entry) => (isMeant(entry) ? { ...entry, ...to(entry) } : entry));
    store.set({ entries });
  }

  /** The wallet asks its user: from now on, pending requests wait for a person. */
  function noteAsked(): void {
    change(
      ({ outgoing, outcome, wasAsked }) =>
        'request' in outgoing && outcome.state === 'pending' && !wasAsked,
      ({ startedAt }) => ({
        wasAsked: true,
        milliseconds: Math.round(clock.now() - startedAt),
      }),
    );
  }

  async function record(outgoing: Outgoing, run: () => Promise<unknown>): Promise<unknown> {
    const entry = begin(outgoing);
    try {
      const result = await run();
      end(entry, { state: 'reply', result });
      return result;
    } catch (error) {
      end(entry, { state: 'error', failure: describeFailure(error), error });
      throw error;
    }
  }

  return { store, record, noteAsked, clear: () => store.set({ entries: [] }) };
}

const isSame = (a: Outgoing, b: Outgoing) => JSON.stringify(a) === JSON.stringify(b);
