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
  /** Closes it as the user pressed. */
  resolve(isConfirmed: boolean): Promise<unknown>;
  change(review: R, input: ReviewInput): Promise<R>;
  refresh(review: R): Promise<R>;
};

/** Performs what the reducer wants done, and reports the outcomes to it. */
export function runReview<R>(start: OpenReview<R>, rules: ReviewRules<R>, means: Means<R>) {
  let state = start;
  let work = Promise.resolve();
  let refreshing = Promise.resolve();
  let drawing = Promise.resolve();
  const calm = createCalm();
  calm.note(state);
  const timers = createTimers(means.setTimer, (timer) => dispatch({ on: 'timerEnded', timer }));

  /** Reduces at once; resolves when its drawing is done. */
  function dispatch(event: ReviewEvent<R>): Promise<unknown> {
    const step = reduceReview(rules, state, event);
    state = step.state;
    calm.note(state);
    return Promise.all(step.effects.map(perform));
  }

  function perform(effect: ReviewEffect): Promise<unknown> | undefined {
    switch (effect.run) {
      case 'draw':
        return redraw();
      case 'resolve':
        return means.resolve(effect.isConfirmed);
      case 'change':
        work = work.then(() => change(effect.input));
        return undefined;
      case 'refresh':
        refreshing = refresh();
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

  const change = (input: ReviewInput): Promise<void> =>
    settle(
      () => means.change(state.review, input),
      (newReview: R) => dispatch({ on: 'changed', input, newer: newReview }),
      () => dispatch({ on: 'changeFailed' }),
    );
  const refresh = (): Promise<void> =>
    settle(
      () => means.refresh(state.review),
      (newReview: R) => dispatch({ on: 'refreshed', newer: newReview }),
      (error) => dispatch({ on: 'refreshFailed', error }),
    );

  return {
    dispatch,
    last: (): OpenReview<R> => state,
    /** Resolves when only the user is awaited, with what they are asked in sight. */
    calm: () => calm.reached(() => [work, refreshing, drawing]),
    end(): void {
      void dispatch({ on: 'closed' });
      timers.close();
    },
  };
}

/** Whether a review waits for nothing but the user. */
function createCalm() {
  const waiting: (() => void)[] = [];
  let isCalm = true;
  return {
    note({ phase, drawn: drawnState }: Pick<OpenReview<unknown>, 'phase' | 'drawn'>): void {
      isCalm = phase !== 'open' || !(drawnState.isWaiting || drawnState.isPaused);
      if (isCalm) for (const resolveWaiting of waiting.splice(0)) resolveWaiting();
    },
    /**
     * Resolves when it does, and all that was begun until then has ended: what a request of the
     * wallet leaves behind is lost, and would never be drawn.
     */
    async reached(listWork: () => readonly Promise<unknown>[]): Promise<void> {
      if (!isCalm) await new Promise<void>((resolve) => waiting.push(resolve));
      const begun = listWork();
      await Promise.all(begun);
      const hasMore = listWork().some((one, at) => one !== begun[at]);
      if (hasMore || !isCalm) await this.reached(listWork);
    },
  };
}

/** A newer review that cannot be described counts as a failure. */
async function settle<R>(
  load: () => Promise<R>,
  renew: (review: R) => Promise<unknown>,
  failed: (error: unknown) => Promise<unknown>,
): Promise<void> {
  let drawing: Promise<unknown>;
  try {
    drawing = renew(await load());
  } catch (error) {
    drawing = failed(error);
  }
  await drawing;
}

/** One timer of each name. */
function createTimers(setTimer: SetTimer, onEnd: (timer: ReviewTimer) => unknown) {
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
          setTimer(() => void onEnd(timer), ms),
        );
    },
    end,
    close(): void {
      isClosed = true;
      for (const cancel of running.values()) cancel();
    },
  };
}
