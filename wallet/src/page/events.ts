import type { SiteState } from '../protocol/siteState';

export type Listener = (...payload: unknown[]) => void;

/**
 * Polled: a connection held open would be one of the few that browsers allow per host, and requests
 * that wait for the user hold theirs already.
 */
const lookMs = 1_500;
const longestLookMs = 12_000;

/**
 * The events of EIP-1193, derived by comparing the current state with the previous one. Does not
 * poll without listeners or while the page is hidden.
 *
 * @param lost creates the error that `disconnect` carries
 */
export function createEvents(
  read: () => Promise<SiteState>,
  lost: (reason: 'silent' | 'disconnected') => Error,
) {
  const listeners = new Map<string, Set<Listener>>();
  let known: SiteState | null = null;
  let isReached: boolean | null = null;
  let waitMs = lookMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;

  function emit(name: string, payload: unknown): void {
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
  }

  function lose(): Error {
    const error = lost('silent');
    const wasReached = isReached;
    isReached = false;
    if (wasReached === true) emit('disconnect', error);
    return error;
  }

  function compare(now: SiteState): void {
    const before = known;
    const wasReached = isReached;
    isReached = true;
    // A restarted wallet learns network and account when the module next reports them.
    const isSame = now.connection !== null && now.connection === before?.connection;
    const chainId = now.chainId ?? (isSame ? before.chainId : null);
    const account = now.account ?? (isSame ? before.account : null);
    known = { ...now, chainId, account };
    if (wasReached !== true) emit('connect', { chainId: chainId ?? '0x0' });
    if (before === null) return;
    if (before.connection === null) {
      if (now.connection !== null && wasReached) emit('connect', { chainId: chainId ?? '0x0' });
      return;
    }
    if (now.connection === null) {
      emit('accountsChanged', []);
      emit('disconnect', lost('disconnected'));
      return;
    }
    if (chainId !== null && before.chainId !== null && chainId !== before.chainId) {
      emit('chainChanged', chainId);
    }
    // The account is unknown until the module has reported it to this site.
    if (!isSame || account !== before.account) {
      emit('accountsChanged', account === null ? [] : [account]);
    }
  }

  async function readOnce(): Promise<void> {
    try {
      compare(await read());
      waitMs = lookMs;
    } catch {
      lose();
      // Backs off: the browser's console logs each failed attempt.
      waitMs = Math.min(waitMs * 2, longestLookMs);
    }
  }

  /** Polls now, and again while there are listeners. */
  function look(): void {
    if (isLooking || listeners.size === 0 || document.visibilityState === 'hidden') return;
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
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
      look();
    },
    off(name: string, listener: Listener): void {
      listeners.get(name)?.delete(listener);
      if (listeners.get(name)?.size === 0) listeners.delete(name);
    },
  };
}
