import type { ReviewInput } from './facts';
import {
  type OpenReview,
  type ReviewEffect,
  type ReviewEvent,
  type ReviewRules,
  type ReviewTimer,
  reduceReview,
} from './reduceReview';

export type SetTimer = (run: () => void, ms: number) => () => void;

type Means<R> = {
  readonly setTimer: SetTimer;
  /** Never rejects. */
  draw(state: OpenReview<R>): Promise<void>;
  /** Closes the dialog with the user's consent. */
  resolve(): Promise<unknown>;
  change(shown: R, input: ReviewInput): Promise<R>;
  refresh(shown: R): Promise<R>;
};

/** Performs what the reducer wants done, and reports the outcomes to it. */
export function runReview<R>(start: OpenReview<R>, rules: ReviewRules<R>, means: Means<R>) {
  let state = start;
  let work = Promise.resolve();
  let drawing = Promise.resolve();
  const timers = createTimers(means.setTimer, (timer) => dispatch({ on: 'timerEnded', timer }));

  /** Reduces at once; resolves when its drawing is done. */
  function dispatch(event: ReviewEvent<R>): Promise<unknown> {
    const step = reduceReview(rules, state, event);
    state = step.state;
    return Promise.all(step.effects.map(perform));
  }

  function perform(effect: ReviewEffect): Promise<unknown> | undefined {
    switch (effect.run) {
      case 'draw':
        return redraw();
      case 'resolve':
        return means.resolve();
      case 'change':
        work = work.then(() => change(effect.input));
        return undefined;
      case 'refresh':
        void refresh();
        return undefined;
      case 'startTimer':
        if (effect.from === 'now') timers.start(effect.timer, effect.ms);
        else void drawing.then(() => timers.start(effect.timer, effect.ms));
        return undefined;
      case 'endTimer':
        timers.end(effect.timer);
        return undefined;
    }
  }

  /** Drawings run in sequence. If one fails, its button has an outdated number and is ignored. */
  function redraw(): Promise<void> {
    drawing = drawing.then(() => (state.phase === 'open' ? means.draw(state) : undefined));
    return drawing;
  }

  async function change(input: ReviewInput): Promise<void> {
    const load = () => means.change(state.review, input);
    const newer = (review: R) => dispatch({ on: 'changed', input, newer: review });
    await settle(load, newer, () => dispatch({ on: 'changeFailed' }));
  }

  async function refresh(): Promise<void> {
    const load = () => means.refresh(state.review);
    const newer = (review: R) => dispatch({ on: 'refreshed', newer: review });
    await settle(load, newer, (error) => dispatch({ on: 'refreshFailed', error }));
  }

  return {
    dispatch,
    last: (): OpenReview<R> => state,
    end(): void {
      void dispatch({ on: 'closed' });
      timers.close();
    },
  };
}

/** A newer review that cannot be described counts as a failure. */
async function settle<R>(
  load: () => Promise<R>,
  newer: (review: R) => Promise<unknown>,
  failed: (error: unknown) => Promise<unknown>,
): Promise<void> {
  let drawn: Promise<unknown>;
  try {
    drawn = newer(await load());
  } catch (error) {
    drawn = failed(error);
  }
  await drawn;
}

/** One timer of each name. */
function createTimers(setTimer: SetTimer, ended: (timer: ReviewTimer) => unknown) {
  const running = new Map<ReviewTimer, () => void>();
  let isClosed = false;

  function end(timer: ReviewTimer): void {
    running.get(timer)?.();
    running.delete(timer);
  }

  return {
    start(timer: ReviewTimer, ms: number): void {
      end(timer);
      if (!isClosed)
        running.set(
          timer,
          setTimer(() => void ended(timer), ms),
        );
    },
    end,
    close(): void {
      isClosed = true;
      for (const cancel of running.values()) cancel();
    },
  };
}
