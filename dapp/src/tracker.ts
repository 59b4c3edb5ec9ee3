import { createStore } from './store';
import { describeFailure, type Failure } from './wallet/failure';

export type Status = 'RECEIVED' | 'PENDING' | 'ACCEPTED_ON_L2' | 'REJECTED';

/** A transaction, and the network on which it was sent. */
export type Sent = { readonly hash: string; readonly chainId: string };

export type Tracked = Sent & {
  /** Null until the module has answered once. */
  readonly status: Status | null;
  /** Why it was rejected, or accepted but reverted. */
  readonly failureReason: string | null;
  readonly settled: boolean;
  /** Why nothing is heard of it at the moment; following goes on. */
  readonly trouble: Failure | null;
  /** Why following it was given up. */
  readonly failure: Failure | null;
};

/** The questions that following a transaction needs answered. */
export type TrackerParts = {
  readonly statusOf: (sent: Sent) => Promise<Status>;
  readonly failureReasonOf: (sent: Sent) => Promise<string | null>;
  readonly wait: () => Promise<void>;
  readonly onSettled: (tracked: Tracked) => void;
};

const final: readonly (Status | null)[] = ['ACCEPTED_ON_L2', 'REJECTED'];
/** These pass: the question is asked again for as long as it takes. */
const passing: readonly (string | null)[] = ['nodeUnavailable', 'nodeFault', 'limitExceeded'];
/** Other failed questions in a row after which following stops. */
const patience = 5;

export type Tracker = ReturnType<typeof createTracker>;

/** Follows transactions until they settle; asking twice for the same one costs nothing. */
export function createTracker({ statusOf, failureReasonOf, wait, onSettled }: TrackerParts) {
  const store = createStore<{ latest: Tracked | null }>({ latest: null });
  const followed = new Map<string, { state: Tracked; done: Promise<Tracked> }>();

  function show(state: Tracked): Tracked {
    const known = followed.get(state.hash);
    if (known) known.state = state;
    if (store.get().latest?.hash === state.hash) store.set({ latest: state });
    return state;
  }

  async function follow(started: Tracked): Promise<Tracked> {
    const mine = followed.get(started.hash);
    let state = started;
    let misses = 0;
    for (;;) {
      try {
        const status = await statusOf(state);
        misses = 0;
        state = show({ ...state, status, trouble: null });
        if (final.includes(status)) {
          const failureReason = await failureReasonOf(state);
          state = show({ ...state, failureReason, settled: true });
          onSettled(state);
          return state;
        }
      } catch (error) {
        const trouble = describeFailure(error);
        misses = passing.includes(trouble.kind) ? 0 : misses + 1;
        if (misses >= patience) return show({ ...state, trouble: null, failure: trouble });
        state = show({ ...state, trouble });
      }
      await wait();
      // Nobody waits for it any more.
      if (followed.get(state.hash) !== mine) return state;
    }
  }

  /** Makes it the latest transaction. @returns how it ended, or why following stopped */
  function track({ hash, chainId }: Sent): Promise<Tracked> {
    const known = followed.get(hash);
    if (known && !known.state.failure) {
      store.set({ latest: known.state });
      return known.done;
    }
    const started: Tracked = {
      hash,
      chainId,
      status: null,
      failureReason: null,
      settled: false,
      trouble: null,
      failure: null,
    };
    store.set({ latest: started });
    const entry = { state: started, done: Promise.resolve(started) };
    followed.set(hash, entry);
    entry.done = follow(started);
    return entry.done;
  }

  function forget(): void {
    followed.clear();
    store.set({ latest: null });
  }

  return { store, track, forget };
}
