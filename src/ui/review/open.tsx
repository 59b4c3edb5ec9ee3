import type { SnapsProvider } from '@metamask/snaps-sdk';
import { fail, getErrorKind } from '@xnet/clients/errors';
import { openDialog } from '../openDialog';
import type { LoadTranslator } from '../text/words';
import { allowanceNamed, allowanceParts, parseAllowance } from './allowance';
import { needsTick, ReviewDialog, type ReviewState, reviewParts, untouched } from './dialog';
import type { ReviewFacts, ReviewInput } from './facts';
import { parseInput } from './fee';
import { createMeasure, type Rebase } from './measure';
import { selectSevere } from './warnings';

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

/** An input event of the wallet's page. */
export type DialogInput = { type: string; name?: string | undefined; value?: unknown };

type SetTimer = (run: () => void, ms: number) => () => void;

const REDRAW_MS = 15_000;
/** Maximum time that Confirm waits for a refresh; then the review in sight can be confirmed. */
const PATIENCE_MS = 3_000;
/** How long Confirm pauses if more can be lost than before, so that the user can read first. */
const PAUSE_MS = 3_000;

/** Errors about the transaction; others are about the service. */
const refusals = ['insufficientFunds', 'nonceTooLow', 'transactionRejected', 'feeAboveLimit'];

/** All open reviews, each with its own state. */
export function createReviewOpener(
  wallet: Pick<SnapsProvider, 'request'>,
  saying: LoadTranslator,
  setTimer: SetTimer,
) {
  const open = new Map<string, (input: DialogInput) => Promise<void>>();

  /**
   * Shows a review and its updates; resolves with the one that was in sight when the user
   * confirmed. Dismissing the dialog counts as a refusal.
   * @throws userRejected
   */
  async function approve<R>(
    first: R,
    describe: (review: R) => ReviewFacts,
    live: Live<R> = {},
  ): Promise<R> {
    let say = await saying('asBefore');
    const end: { isOver: boolean; confirmed?: { readonly review: R } } = { isOver: false };
    let review = first;
    let facts = describe(first);
    let state = untouched;
    const measure = createMeasure(first, describe);
    /** Choices in progress, and all so far. */
    const choices = { running: 0, begun: 0 };
    let work = Promise.resolve();
    let drawing = Promise.resolve();
    let cancelTimer = () => {};
    let cancelPause = () => {};

    const tree = () => <ReviewDialog facts={facts} state={state} say={say} />;
    // Checks in the meantime whether the user has changed the language.
    const [id, sayNow] = await Promise.all([
      wallet.request({ method: 'snap_createInterface', params: { ui: tree() } }),
      saying(),
    ]);

    /** Drawings run in sequence. If one fails, its button has an outdated number and is ignored. */
    const redraw = (changes: Partial<ReviewState>): Promise<void> => {
      state = { ...state, ...changes };
      drawing = drawing.then(async () => {
        if (end.isOver) return;
        const params = { id, ui: tree() };
        await wallet.request({ method: 'snap_updateInterface', params }).catch(() => undefined);
      });
      return drawing;
    };

    function replace(newer: R): void {
      const next = describe(newer);
      const growth = measure.growthTo(next, newer);
      const isSameGrowth = JSON.stringify(growth) === JSON.stringify(state.growth);
      if (isSameGrowth && JSON.stringify(next) === JSON.stringify(facts)) return;
      const isUnderstood = measure.covers(next);
      const isSameRisk =
        (isSameGrowth || !growth.isMuch || (isUnderstood && state.isUnderstood)) &&
        JSON.stringify(selectSevere(next)) === JSON.stringify(selectSevere(facts));
      review = newer;
      facts = next;
      if (!isSameGrowth) pause(growth.lines.length > 0);
      state = {
        ...state,
        version: state.version + 1,
        growth,
        risk: isSameRisk ? state.risk : state.risk + 1,
        isUnderstood,
      };
    }

    function pause(isPaused: boolean): void {
      cancelPause();
      state = { ...state, isPaused };
      if (isPaused) cancelPause = setTimer(() => void redraw({ isPaused: false }), PAUSE_MS);
    }

    async function change(input: ReviewInput): Promise<void> {
      let trouble: ReviewState['trouble'] = null;
      try {
        const newer = await live.change?.(review, input);
        if (newer && !end.isOver) {
          const { rebase } = live;
          if (rebase) measure.move((from) => rebase(from, input, newer));
          replace(newer);
        }
      } catch {
        trouble = 'notChanged';
      }
      choices.running -= 1;
      const isLast = choices.running === 0;
      await redraw({ trouble, ...(isLast && { isWaiting: false, wished: {} }) });
    }

    async function refresh(): Promise<void> {
      if (choices.running > 0) return schedule();
      const { begun } = choices;
      const isOvertaken = () => end.isOver || choices.begun !== begun;
      const cancelPatience = setTimer(() => {
        if (!isOvertaken()) void redraw({ isWaiting: false });
      }, PATIENCE_MS);
      void redraw({ isWaiting: true });
      let trouble: ReviewState['trouble'] = null;
      try {
        const newer = await live.refresh?.(review);
        if (newer && !isOvertaken()) replace(newer);
      } catch (error) {
        trouble = refusals.includes(getErrorKind(error)) ? 'refused' : 'stale';
      }
      cancelPatience();
      if (!isOvertaken()) await redraw({ trouble, isWaiting: false });
      schedule();
    }

    function schedule(): void {
      if (live.refresh && !end.isOver)
        cancelTimer = setTimer(() => void refresh(), live.everyMs ?? REDRAW_MS);
    }

    async function finish(confirmed: { readonly review: R }): Promise<void> {
      end.isOver = true;
      end.confirmed = confirmed;
      await wallet.request({ method: 'snap_resolveInterface', params: { id, value: true } });
    }

    async function press(name: string): Promise<void> {
      const isReady = !state.isWaiting && !state.isPaused && state.typed === null;
      const isAllowed = isReady && (state.isUnderstood || !needsTick(facts, state));
      if (name === reviewParts.confirm(state.version) && isAllowed) await finish({ review });
      else if (name === reviewParts.details) await redraw({ isUnfolded: !state.isUnfolded });
    }

    async function fillIn(name: string, value: unknown): Promise<void> {
      if (name === reviewParts.understand(state.risk)) {
        const isUnderstood = value === true;
        if (isUnderstood) measure.tick(facts);
        else measure.untick();
        return redraw({ isUnderstood });
      }
      const allowance = allowanceNamed(facts, name);
      if (allowance) {
        // An entered amount is not what is in sight: it must be accepted or cleared first.
        const { call } = allowance;
        const typed = value ? { call, error: null } : null;
        state = { ...state, isTaken: false };
        if (JSON.stringify(typed) !== JSON.stringify(state.typed)) await redraw({ typed });
        return;
      }
      const input = parseInput(facts.fee, name, value);
      if (input) await choose(input, { wished: { ...state.wished, [input.name]: input.value } });
    }

    async function choose(input: ReviewInput, changes: Partial<ReviewState>): Promise<void> {
      if (!live.change) return;
      choices.running += 1;
      choices.begun += 1;
      work = work.then(() => change(input));
      await redraw({ isWaiting: true, ...changes });
    }

    /** Accepts what was entered in a form, or shows an error next to it. */
    async function submit(name: string, value: unknown): Promise<void> {
      const allowance = allowanceNamed(facts, name);
      if (!allowance) return;
      const { call } = allowance;
      const text = (value as Record<string, unknown> | null)?.[allowanceParts.field(call)];
      if (typeof text !== 'string' || text.trim() === '') return;
      const read = parseAllowance(allowance, text, say);
      if ('say' in read) await redraw({ typed: { call, error: read } });
      else await choose(read, { typed: null, isTaken: true });
    }

    open.set(id, async ({ type, name = '', value }) => {
      if (end.isOver) return;
      if (type === 'ButtonClickEvent') await press(name);
      else if (type === 'InputChangeEvent') await fillIn(name, value);
      else if (type === 'FormSubmitEvent') await submit(name, value);
    });
    schedule();
    const isOther = say !== sayNow;
    say = sayNow;
    if (isOther) await redraw({});
    try {
      const answer = await openDialog(wallet, { id });
      return answer === true && end.confirmed ? end.confirmed.review : fail('userRejected');
    } finally {
      end.isOver = true;
      cancelTimer();
      cancelPause();
      open.delete(id);
    }
  }

  return {
    approve,
    /** Handles an input in an open review; false if it belongs to none. */
    async answerReview(id: string, input: DialogInput): Promise<boolean> {
      const answer = open.get(id);
      await answer?.(input);
      return answer !== undefined;
    },
  };
}
