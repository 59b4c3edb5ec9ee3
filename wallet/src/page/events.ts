import type { SiteState } from '../protocol/siteState';

export type Listener = (...payload: unknown[]) => void;

/**
 * Polled: a connection held open would be one of the few that browsers allow per host, and requests
 * that wait for the user hold theirs already.
 */
const lookMs = 1_500;
const longestLookMs = 12_000;

type Lost = (reason: 'silent' | 'disconnected') => Error;
type PageEvent = readonly [name: string, payload: unknown];

/**
 * The events of EIP-1193, derived by comparing the current state with the previous one. Does not
 * poll without listeners or while the page is hidden.
 *
 * @param lost creates the error that `disconnect` carries
 */
export function createEvents(read: () => Promise<SiteState>, lost: Lost) {
  const listeners = createListeners();
  let lastState: SiteState | null = null;
  let isReached: boolean | null = null;
  let waitMs = lookMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;

  function lose(): Error {
    const error = lost('silent');
    const wasReached = isReached;
    isReached = false;
    if (wasReached === true) listeners.emit('disconnect', error);
    return error;
  }

  async function readOnce(): Promise<void> {
    try {
      const previous = { known: lastState, isReached };
      const now = recall(await read(), lastState);
      lastState = now;
      isReached = true;
      for (const [name, payload] of listEvents(previous, now, lost)) listeners.emit(name, payload);
      waitMs = lookMs;
    } catch {
      lose();
      // Backs off: the browser's console logs each failed attempt.
      waitMs = Math.min(waitMs * 2, longestLookMs);
    }
  }

  /** Polls now, and again while there are listeners. */
  function look(): void {
    if (isLooking || listeners.isEmpty() || document.visibilityState === 'hidden') return;
    clearTimeout(timer);
    isLooking = true;
    void readOnce().finally(() => {
      isLooking = false;
      clearTimeout(timer);
      timer = setTimeout(look, waitMs);
    });
  }

  document.addEventListener('visibilitychange', look);

  return {
    look,
    lose,
    on(name: string, listener: Listener): void {
      listeners.on(name, listener);
      look();
    },
    off: listeners.off,
  };
}

const isSame = (now: SiteState, previous: SiteState | null): previous is SiteState =>
  now.connection !== null && now.connection === previous?.connection;

/** A restarted wallet learns network and account when the module next reports them. */
function recall(now: SiteState, previous: SiteState | null): SiteState {
  if (!isSame(now, previous)) return now;
  return {
    ...now,
    chainId: now.chainId ?? previous.chainId,
    account: now.account ?? previous.account,
  };
}

/** Events for a page when it has read the state `now`. */
export function listEvents(
  { known: lastState, isReached }: { known: SiteState | null; isReached: boolean | null },
  now: SiteState,
  lost: Lost,
): PageEvent[] {
  const { connection, chainId, account } = now;
  const connected: PageEvent = ['connect', { chainId: chainId ?? '0x0' }];
  const events: PageEvent[] = isReached === true ? [] : [connected];
  if (lastState === null) return events;
  if (lastState.connection === null)
    return connection !== null && isReached ? [...events, connected] : events;
  if (connection === null)
    return [...events, ['accountsChanged', []], ['disconnect', lost('disconnected')]];
  if (chainId !== null && lastState.chainId !== null && chainId !== lastState.chainId)
    events.push(['chainChanged', chainId]);
  // The account is unknown until the module has reported it to this site.
  if (!isSame(now, lastState) || account !== lastState.account)
    events.push(['accountsChanged', account === null ? [] : [account]]);
  return events;
}

function createListeners() {
  const listeners = new Map<string, Set<Listener>>();
  return {
    isEmpty: () => listeners.size === 0,
    emit(name: string, payload: unknown): void {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          listener(payload);
        } catch (error) {
          // An error in one listener must not affect the next.
          setTimeout(() => {
            throw error;
          });
        }
      }
    },
    on(name: string, listener: Listener): void {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
    },
    off(name: string, listener: Listener): void {
      listeners.get(name)?.delete(listener);
      if (listeners.get(name)?.size === 0) listeners.delete(name);
    },
  };
}
