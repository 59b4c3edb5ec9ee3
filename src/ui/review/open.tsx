import type { SnapsProvider } from '@metamask/snaps-sdk';
import { fail } from '@xnet/clients/errors';
import type { LoadTranslator, Say } from '../text/words';
import { ReviewDialog } from './dialog';
import type { ReviewFacts, ReviewInput } from './facts';
import type { Rebase } from './measure';
import { dialogPlace, type Place } from './place';
import { type DialogInput, type OpenReview, type ReviewRules, startReview } from './reduceReview';
import { runReview, type SetTimer } from './runReview';

/** How an open review changes; each function receives the one in sight. */
export type Live<R> = {
  /** Applies a choice of the user. If it throws, the review in sight stays. */
  change?: ((review: R, input: ReviewInput) => Promise<R>) | undefined;
  /** Moves what growth is measured from by that choice; if absent, nothing moves it. */
  rebase?: Rebase<R> | undefined;
  /** Called periodically. If it throws, the review in sight stays, with a note. */
  refresh?: ((review: R) => Promise<R>) | undefined;
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
  type Open = {
    input(input: DialogInput): Promise<unknown>;
    /** Reads it again now, instead of when the time has come. */
    refresh(): Promise<unknown>;
    calm(): Promise<unknown>;
  };
  const open = new Map<string, Open>();

  return {
    /**
     * Shows a review and its updates; resolves with the one that was in sight when the user
     * confirmed. Dismissing it counts as a refusal.
     * @throws userRejected
     */
    async approve<R>(
      first: R,
      describe: (review: R) => ReviewFacts,
      live: Live<R> = {},
      place: Place = dialogPlace(wallet),
    ): Promise<R> {
      const sayBefore = await saying({ cached: true });
      const start = startReview(first, describe(first), place.first);
      // Checks in the meantime whether the user has changed the language.
      const [id, say] = await Promise.all([place.open(drawReview(start, sayBefore)), saying()]);
      const run = runReview(start, rulesOf(describe, live), {
        change: live.change ?? keep,
        refresh: live.refresh ?? keep,
        setTimer,
        draw: (state) => place.draw(id, drawReview(state, say)),
        resolve: (isConfirmed) => place.resolve(id, isConfirmed),
      });
      open.set(id, {
        calm: run.calm,
        input: (input) => run.dispatch({ on: 'input', input, say }),
        refresh: async () => live.refresh && run.dispatch({ on: 'timerEnded', timer: 'refresh' }),
      });
      await run.dispatch({ on: 'opened', language: say === sayBefore ? 'same' : 'other' });
      const answer = await place.answer(id).finally(() => {
        run.end();
        open.delete(id);
      });
      const { phase, review } = run.last();
      if (answer === true && phase === 'confirmed') return review;
      return fail('userRejected');
    },

    /** Handles an input in an open review; false if it belongs to none. */
    async answerReview(id: string, input: DialogInput): Promise<boolean> {
      const review = open.get(id);
      await review?.input(input);
      return review !== undefined;
    },

    /** Reads an open review again, where nothing but this call wakes the module. */
    refreshReview: async (id: string): Promise<unknown> => open.get(id)?.refresh(),

    /** Waits until an open review needs no timer and no host to go on. */
    calmReview: async (id: string): Promise<unknown> => open.get(id)?.calm(),
  };
}

const keep = async <R,>(review: R): Promise<R> => review;

const rulesOf = <R,>(describe: (review: R) => ReviewFacts, live: Live<R>): ReviewRules<R> => ({
  describe,
  rebase: live.rebase,
  isChangeable: live.change !== undefined,
  refreshMs: live.refresh && (live.everyMs ?? REDRAW_MS),
});

const drawReview = ({ facts, drawn: drawnState }: OpenReview<unknown>, say: Say) => (
  <ReviewDialog facts={facts} state={drawnState} say={say} />
);
