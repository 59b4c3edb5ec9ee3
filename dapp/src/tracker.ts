import type { Status, StatusOptions } from '@xnet/connect';
import type { ChainId } from './chain/networks';
import { createStore } from './store';
import { describeFailure, type Failure } from './wallet/failure';

/** A transaction and its network. */
export type Sent = { readonly hash: string; readonly chainId: ChainId };

export type Tracked = Sent & {
  /** Null until the module has answered. */
  readonly status: Status | null;
  /** Why it was rejected, or accepted but reverted. */
  readonly failureReason: string | null;
  readonly settled: boolean;
  /** Why its status is unavailable at the moment; following continues. */
  readonly trouble: Failure | null;
  /** Why following was given up. */
  readonly failure: Failure | null;
};

export type TrackerParts = {
  /** Yields a transaction's status until it settles. */
  readonly watchStatuses: (
    transaction: Sent,
    options: Pick<StatusOptions, 'signal' | 'onTrouble'>,
  ) => AsyncIterable<Status>;
  readonly failureReasonOf: (transaction: Sent) => Promise<string | null>;
  readonly onSettled: (tracked: Tracked) => void;
};

export type Tracker = ReturnType<typeof createTracker>;

/** Follows transactions until they settle; following one twice costs nothing. */
export function createTracker({ watchStatuses, failureReasonOf, onSettled }: TrackerParts) {
  const store = createStore<{ latest: Tracked | null }>({ latest: null });
  const followed = new Map<string, { state: Tracked; settled: Promise<Tracked> }>();
  let forgetting = new AbortController();

  function show(state: Tracked): Tracked {
    const tracked = followed.get(state.hash);
    if (tracked) tracked.state = state;
    if (store.get().latest?.hash === state.hash) store.set({ latest: state });
    return state;
  }

  async function follow(started: Tracked, { signal }: AbortController): Promise<Tracked> {
    let state = started;
    const onTrouble = (error: unknown) => {
      state = show({ ...state, trouble: describeFailure(error) });
    };
    try {
      for await (const status of watchStatuses(started, { signal, onTrouble }))
        state = show({ ...state, status, trouble: null });
      state = show({ ...state, failureReason: await failureReasonOf(state), settled: true });
      onSettled(state);
      return state;
    } catch (error) {
      // No longer followed.
      if (signal.aborted) return state;
      return show({ ...state, trouble: null, failure: describeFailure(error) });
    }
  }

  /** Makes it the latest transaction. @returns how it ended, or why following stopped */
  function track({ hash, chainId }: Sent): Promise<Tracked> {
    const tracked = followed.get(hash);
    if (tracked && !tracked.state.failure) {
      store.set({ latest: tracked.state });
      return tracked.settled;
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
    const entry = { state: started, settled: Promise.resolve(started) };
    followed.set(hash, entry);
    entry.settled = follow(started, forgetting);
    return entry.settled;
  }

  function forget(): void {
    forgetting.abort();
    forgetting = new AbortController();
    followed.clear();
    store.set({ latest: null });
  }

  return { store, track, forget };
}
