import { USER } from '../../schema/primitives';
import type { Dialogs } from '../../ui/dialogs';
import { REFRESH_MS } from './approve';

/** Runs what shows a dialog when its turn comes. */
export type InTurn = <T>(show: () => Promise<T>) => Promise<T>;

type Waiting = { readonly asker: string; readonly begin: () => void };

/**
 * Dialogs take turns: one is open at a time, whoever asks. Many wallets refuse a second dialog of a
 * module, and a user reads one. The next turn goes to the user, then to the site whose last turn is
 * the longest ago, so that no site can keep the others waiting by asking often.
 */
export function createTurns() {
  const waiting: Waiting[] = [];
  /** Sites that had a turn since the last moment without any, the latest at the end. */
  const servedOrigins = new Set<string>();
  let isTaken = false;
  /** Ends what has the turn; undefined for what the others wait for. */
  let endOpen: (() => void) | undefined;

  function begin(asker: string): void {
    isTaken = true;
    servedOrigins.delete(asker);
    servedOrigins.add(asker);
  }

  function end(): void {
    const order = [...servedOrigins];
    const rank = ({ asker }: Waiting) => (asker === USER ? -2 : order.indexOf(asker));
    const [next] = [...waiting].sort((a, b) => rank(a) - rank(b));
    if (!next) {
      isTaken = false;
      servedOrigins.clear();
      return;
    }
    waiting.splice(waiting.indexOf(next), 1);
    begin(next.asker);
    next.begin();
  }

  return {
    isTaken: (): boolean => isTaken,

    /** Ends a review on the module's page: nothing waits for one, since users leave the page. */
    makeWay: (): void => endOpen?.(),

    /** @param makeWay ends what is shown, if nothing is to wait for it */
    async take<T>(asker: string, show: () => Promise<T>, makeWay?: () => void): Promise<T> {
      endOpen?.();
      if (isTaken) await new Promise<void>((resolve) => waiting.push({ asker, begin: resolve }));
      else begin(asker);
      endOpen = makeWay;
      if (waiting.length > 0) makeWay?.();
      try {
        return await show();
      } finally {
        endOpen = undefined;
        end();
      }
    },
  };
}

/** The same dialogs, each opened in its turn. A review that waited is read again: it may be old. */
export const dialogsInTurn = (dialogs: Dialogs, inTurn: InTurn, now: () => number): Dialogs => ({
  ...dialogs,
  approve(review, describe, live) {
    const readAt = now();
    return inTurn(async () => {
      const refreshed = now() - readAt > REFRESH_MS && (await live?.refresh?.(review));
      return dialogs.approve(refreshed || review, describe, live);
    });
  },
  showPrivateKey: (facts, reveal) => inTurn(() => dialogs.showPrivateKey(facts, reveal)),
  choose: (choice) => inTurn(() => dialogs.choose(choice)),
});
