import type { SnapsProvider } from '@metamask/snaps-sdk';
import { fail } from '@xnet/clients/errors';
import { openDialog } from '../openDialog';
import type { LoadTranslator, Say } from '../text/words';
import { ReviewDialog } from './dialog';
import type { ReviewFacts, ReviewInput } from './facts';
import type { Rebase } from './measure';
import { type DialogInput, type OpenReview, type ReviewRules, startReview } from './reduceReview';
import { runReview, type SetTimer } from './runReview';

/** How an open review changes; each function receives the one in sight. */
export type Live<R> = {
  /** Applies a choice of the user. If it throws, the review in sight stays. */
  change?: ((shown: R, input: ReviewInput) => Promise<R>) | undefined;
  /** Moves what growth is measured from by that choice; if absent, nothing moves it. */
  rebase?: Rebase<R> | undefined;
  /** Called periodically. If it throws, the review in sight stays, with a note. */
  refresh?: ((shown: R) => Promise<R>) | undefined;
  /** Milliseconds from a drawing to the next refresh. */
  everyMs?: number | undefined;
};

const REDRAW_MS = 15_000;

/** All open reviews, each with its own state. */
export function createReviewOpener(
  wallet: Pick<SnapsProvider, 'request'>,
  saying: LoadTranslator,
  setTimer: SetTimer,
) {
  const open = new Map<string, (input: DialogInput) => Promise<unknown>>();

  return {
    /**
     * Shows a review and its updates; resolves with the one that was in sight when the user
     * confirmed. Dismissing the dialog counts as a refusal.
     * @throws userRejected
     */
    async approve<R>(
      first: R,
      describe: (review: R) => ReviewFacts,
      live: Live<R> = {},
    ): Promise<R> {
      const sayBefore = await saying({ cached: true });
      const start = startReview(first, describe(first));
      // Checks in the meantime whether the user has changed the language.
      const [id, say] = await Promise.all([
        wallet.request({
          method: 'snap_createInterface',
          params: { ui: drawReview(start, sayBefore) },
        }),
        saying(),
      ]);
      const run = runReview(start, rulesOf(describe, live), {
        change: live.change ?? keep,
        refresh: live.refresh ?? keep,
        setTimer,
        async draw(state) {
          const params = { id, ui: drawReview(state, say) };
          await wallet.request({ method: 'snap_updateInterface', params }).catch(() => undefined);
        },
        resolve: () =>
          wallet.request({ method: 'snap_resolveInterface', params: { id, value: true } }),
      });
      open.set(id, (input) => run.dispatch({ on: 'input', input, say }));
      await run.dispatch({ on: 'opened', language: say === sayBefore ? 'same' : 'other' });
      const answer = await openDialog(wallet, { id }).finally(() => {
        run.end();
        open.delete(id);
      });
      const { phase, review } = run.last();
      return answer === true && phase === 'confirmed' ? review : fail('userRejected');
    },

    /** Handles an input in an open review; false if it belongs to none. */
    async answerReview(id: string, input: DialogInput): Promise<boolean> {
      const answer = open.get(id);
      await answer?.(input);
      return answer !== undefined;
    },
  };
}

const keep = async <R,>(shown: R): Promise<R> => shown;

const rulesOf = <R,>(describe: (review: R) => ReviewFacts, live: Live<R>): ReviewRules<R> => ({
  describe,
  rebase: live.rebase,
  isChangeable: live.change !== undefined,
  refreshMs: live.refresh && (live.everyMs ?? REDRAW_MS),
});

const drawReview = ({ facts, drawn }: OpenReview<unknown>, say: Say) => (
  <ReviewDialog facts={facts} state={drawn} say={say} />
);
