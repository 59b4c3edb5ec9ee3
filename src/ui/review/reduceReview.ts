import { getErrorKind } from '@xnet/clients/errors';
import type { Say } from '../text/words';
import { allowanceNamed, allowanceParts, parseAllowance } from './allowance';
import { canConfirm, type ReviewState, reviewParts, untouched } from './dialog';
import type { ReviewFacts, ReviewInput } from './facts';
import { parseInput } from './fee';
import {
  isTicked,
  type Measure,
  measureReview,
  moveMeasure,
  type Rebase,
  startMeasure,
} from './measure';
import { selectSevere } from './warnings';

/** All of a review in a dialog. Only the reducer makes the next one. */
export type OpenReview<R> = {
  readonly phase: 'open' | 'confirmed' | 'closed';
  /** The review in sight, which a confirmation approves. */
  readonly review: R;
  readonly facts: ReviewFacts;
  readonly drawn: ReviewState;
  readonly measure: Measure<R>;
  readonly choices: {
    /** Choices in progress. */
    readonly running: number;
    /** Whether the user has chosen since the refresh began: its result is about another choice. */
    readonly isRefreshOvertaken: boolean;
  };
};

/** An input event of the wallet's page. */
export type DialogInput = { type: string; name?: string | undefined; value?: unknown };

export type ReviewEvent<R> =
  /** The dialog is about to open, and may need another drawing in the user's new language. */
  | { readonly on: 'opened'; readonly language: 'same' | 'other' }
  /** `say` reads and writes amounts in the language of the dialog. */
  | { readonly on: 'input'; readonly input: DialogInput; readonly say: Say }
  | { readonly on: 'changed'; readonly input: ReviewInput; readonly newer: R }
  | { readonly on: 'changeFailed' }
  | { readonly on: 'refreshed'; readonly newer: R }
  | { readonly on: 'refreshFailed'; readonly error: unknown }
  | { readonly on: 'timerEnded'; readonly timer: ReviewTimer }
  | { readonly on: 'closed' };

/**
 * Until the next refresh; until Confirm waits no longer for one; until the user could read; until a
 * second click of the press that opened it can no longer be meant for it.
 */
export type ReviewTimer = 'refresh' | 'patience' | 'pause' | 'opening';

export type ReviewEffect =
  | { readonly run: 'draw' }
  /** Closes it, with the user's consent or without. */
  | { readonly run: 'resolve'; readonly isConfirmed: boolean }
  /** Each reports its outcome as an event. */
  | { readonly run: 'change'; readonly input: ReviewInput }
  | { readonly run: 'refresh' }
  /** Runs from now or from the end of the drawings; replaces a running one of the same name. */
  | {
      readonly run: 'startTimer';
      readonly timer: ReviewTimer;
      readonly ms: number;
      readonly from: 'now' | 'drawn';
    }
  | { readonly run: 'endTimer'; readonly timer: ReviewTimer };

type ReviewStep<R> = {
  readonly state: OpenReview<R>;
  readonly effects: readonly ReviewEffect[];
};

/** Known facts of a kind of review. */
export type ReviewRules<R> = {
  readonly describe: (review: R) => ReviewFacts;
  readonly rebase?: Rebase<R> | undefined;
  /** False if the user can choose nothing. */
  readonly isChangeable: boolean;
  /** From a drawing to the next refresh; undefined if there is none. */
  readonly refreshMs: number | undefined;
};

/** Maximum time that Confirm waits for a refresh; then the review in sight can be confirmed. */
const PATIENCE_MS = 3_000;
/** How long Confirm pauses if more can be lost than before, so that the user can read first. */
const PAUSE_MS = 3_000;
/** How long Confirm is out of reach in the place of the button that led there. */
const OPENING_MS = 600;

/** Errors about the transaction; others are about the service. */
const refusals = [
  'insufficientFunds',
  'nonceTooLow',
  'accountDeployed',
  'transactionRejected',
  'feeAboveLimit',
];

export const startReview = <R>(
  review: R,
  facts: ReviewFacts,
  first: Partial<ReviewState> = {},
): OpenReview<R> => ({
  phase: 'open',
  review,
  facts,
  drawn: { ...untouched, ...first },
  measure: startMeasure(review),
  choices: { running: 0, isRefreshOvertaken: false },
});

/**
 * The next state of an open review, and what is to be done (`runReview` does it). Pure: the same state
 * and event have the same step, and tests need no wallet, node or clock. Nothing changes a review that
 * is confirmed or closed.
 */
export function reduceReview<R>(
  rules: ReviewRules<R>,
  state: OpenReview<R>,
  event: ReviewEvent<R>,
): ReviewStep<R> {
  if (state.phase !== 'open') return withEffects(state);
  switch (event.on) {
    case 'opened': {
      const effects = scheduleRefresh(rules);
      if (state.drawn.isWaiting) effects.push(startOpening);
      if (event.language !== 'same') effects.push(draw);
      return withEffects(state, ...effects);
    }
    case 'input':
      return reduceInput(rules, state, event.input, event.say);
    case 'changed':
      return endChange(replaceReview(rules, rebased(rules, state, event), event.newer), null);
    case 'changeFailed':
      return endChange(withEffects(state), 'notChanged');
    case 'refreshed':
      if (state.choices.isRefreshOvertaken) return dropRefresh(rules, state);
      return endRefresh(rules, replaceReview(rules, state, event.newer), null);
    case 'refreshFailed': {
      const trouble = refusals.includes(getErrorKind(event.error)) ? 'refused' : 'stale';
      if (state.choices.isRefreshOvertaken) return dropRefresh(rules, state);
      return endRefresh(rules, withEffects(state), trouble);
    }
    case 'timerEnded':
      return endTimer(rules, state, event.timer);
    case 'closed':
      return withEffects({ ...state, phase: 'closed' });
  }
}

const draw: ReviewEffect = { run: 'draw' };
const startOpening: ReviewEffect = {
  run: 'startTimer',
  timer: 'opening',
  ms: OPENING_MS,
  from: 'drawn',
};

const scheduleRefresh = ({ refreshMs }: Pick<ReviewRules<never>, 'refreshMs'>): ReviewEffect[] => {
  if (refreshMs === undefined) return [];
  return [{ run: 'startTimer', timer: 'refresh', ms: refreshMs, from: 'drawn' }];
};

const withEffects = <R>(state: OpenReview<R>, ...effects: ReviewEffect[]): ReviewStep<R> => ({
  state,
  effects,
});

const withDrawn = <R>(state: OpenReview<R>, changes: Partial<ReviewState>): OpenReview<R> => ({
  ...state,
  drawn: { ...state.drawn, ...changes },
});

const redrawn = <R>(state: OpenReview<R>, changes: Partial<ReviewState>): ReviewStep<R> =>
  withEffects(withDrawn(state, changes), draw);

const isSame = (one: unknown, second: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(second);

/** Puts a newer review in sight, under a new number of Confirm, and with the risk that it adds. */
function replaceReview<R>(
  { describe }: ReviewRules<R>,
  previous: OpenReview<R>,
  review: R,
): ReviewStep<R> {
  const facts = describe(review);
  const { growth, measure } = measureReview(previous.measure, { review, facts }, describe);
  const state: OpenReview<R> = { ...previous, measure };
  const { drawn: drawnState } = state;
  const isSameGrowth = isSame(growth, drawnState.growth);
  if (isSameGrowth && isSame(facts, state.facts)) return withEffects(state);
  const isUnderstood = isTicked(measure, facts);
  const isSameRisk =
    (isSameGrowth || !growth.isMuch || (isUnderstood && drawnState.isUnderstood)) &&
    isSame(selectSevere(facts), selectSevere(state.facts));
  const isPaused = isSameGrowth ? drawnState.isPaused : growth.lines.length > 0;
  const next = withDrawn(
    { ...state, review, facts },
    {
      version: drawnState.version + 1,
      growth,
      risk: isSameRisk ? drawnState.risk : drawnState.risk + 1,
      isUnderstood,
      isPaused,
    },
  );
  if (isSameGrowth) return withEffects(next);
  if (!isPaused) return withEffects(next, { run: 'endTimer', timer: 'pause' });
  return withEffects(next, { run: 'startTimer', timer: 'pause', ms: PAUSE_MS, from: 'now' });
}

function rebased<R>(
  { rebase }: ReviewRules<R>,
  state: OpenReview<R>,
  { input, newer }: { readonly input: ReviewInput; readonly newer: R },
): OpenReview<R> {
  if (!rebase) return state;
  return { ...state, measure: moveMeasure(state.measure, (from) => rebase(from, input, newer)) };
}

function startChange<R>(
  { isChangeable }: ReviewRules<R>,
  state: OpenReview<R>,
  input: ReviewInput,
  changes: Partial<ReviewState>,
): ReviewStep<R> {
  if (!isChangeable) return withEffects(state);
  const choices = { running: state.choices.running + 1, isRefreshOvertaken: true };
  const next = withDrawn({ ...state, choices }, { isWaiting: true, ...changes });
  return withEffects(next, { run: 'change', input }, draw);
}

/** After the last choice in progress, Confirm waits no longer. */
function endChange<R>(
  { state, effects }: ReviewStep<R>,
  trouble: ReviewState['trouble'],
): ReviewStep<R> {
  const running = state.choices.running - 1;
  const isLast = running === 0;
  const next = { ...state, choices: { ...state.choices, running } };
  const drawnState = withDrawn(next, { trouble, ...(isLast && { isWaiting: false, wished: {} }) });
  return withEffects(drawnState, ...effects, draw);
}

function endTimer<R>(
  rules: ReviewRules<R>,
  state: OpenReview<R>,
  timer: ReviewTimer,
): ReviewStep<R> {
  if (timer === 'refresh') return startRefresh(rules, state);
  if (timer === 'opening') return redrawn(state, { isWaiting: state.choices.running > 0 });
  if (timer === 'pause') return redrawn(state, { isPaused: false });
  if (state.choices.isRefreshOvertaken) return withEffects(state);
  return redrawn(state, { isWaiting: false });
}

function startRefresh<R>(rules: ReviewRules<R>, state: OpenReview<R>): ReviewStep<R> {
  const { running } = state.choices;
  if (running > 0) return withEffects(state, ...scheduleRefresh(rules));
  const choices = { running, isRefreshOvertaken: false };
  return withEffects(
    withDrawn({ ...state, choices }, { isWaiting: true }),
    { run: 'startTimer', timer: 'patience', ms: PATIENCE_MS, from: 'now' },
    draw,
    { run: 'refresh' },
  );
}

const endPatience: ReviewEffect = { run: 'endTimer', timer: 'patience' };

function endRefresh<R>(
  rules: ReviewRules<R>,
  { state, effects }: ReviewStep<R>,
  trouble: ReviewState['trouble'],
): ReviewStep<R> {
  const next = withDrawn(state, { trouble, isWaiting: false });
  return withEffects(next, ...effects, endPatience, draw, ...scheduleRefresh(rules));
}

/** Leaves what is in sight as the user's later choice made it. */
const dropRefresh = <R>(rules: ReviewRules<R>, state: OpenReview<R>): ReviewStep<R> =>
  withEffects(state, endPatience, ...scheduleRefresh(rules));

function reduceInput<R>(
  rules: ReviewRules<R>,
  state: OpenReview<R>,
  { type, name = '', value }: DialogInput,
  say: Say,
): ReviewStep<R> {
  if (type === 'ButtonClickEvent') return press(state, name);
  if (type === 'InputChangeEvent') return fillIn(rules, state, name, value);
  if (type === 'FormSubmitEvent') return submit(rules, state, { name, value, say });
  return withEffects(state);
}

function press<R>(state: OpenReview<R>, name: string): ReviewStep<R> {
  const { drawn: drawnState, facts } = state;
  if (name === reviewParts.confirm(drawnState.version) && canConfirm(facts, drawnState))
    return withEffects({ ...state, phase: 'confirmed' }, { run: 'resolve', isConfirmed: true });
  if (name === reviewParts.leave && drawnState.isOnPage)
    return withEffects({ ...state, phase: 'closed' }, { run: 'resolve', isConfirmed: false });
  if (name === reviewParts.details) return redrawn(state, { isUnfolded: !drawnState.isUnfolded });
  return withEffects(state);
}

function fillIn<R>(
  rules: ReviewRules<R>,
  state: OpenReview<R>,
  name: string,
  value: unknown,
): ReviewStep<R> {
  const { facts, drawn: drawnState, measure } = state;
  if (name === reviewParts.understand(drawnState.risk)) {
    const isUnderstood = value === true;
    const ticked = isUnderstood ? [...measure.ticked, facts] : [];
    return redrawn({ ...state, measure: { ...measure, ticked } }, { isUnderstood });
  }
  const allowance = allowanceNamed(facts, name);
  if (allowance) {
    // An entered amount is not what is in sight: it must be accepted or cleared first.
    const typed = value ? { call: allowance.call, error: null } : null;
    if (isSame(typed, drawnState.typed)) return withEffects(withDrawn(state, { isTaken: false }));
    return redrawn(state, { typed, isTaken: false });
  }
  const input = parseInput(facts.fee, name, value);
  if (!input) return withEffects(state);
  const wished = { ...drawnState.wished, [input.name]: input.value };
  return startChange(rules, state, input, { wished });
}

/** Accepts what was entered in a form, or shows an error next to it. */
function submit<R>(
  rules: ReviewRules<R>,
  state: OpenReview<R>,
  { name, value, say }: { readonly name: string; readonly value: unknown; readonly say: Say },
): ReviewStep<R> {
  const allowance = allowanceNamed(state.facts, name);
  if (!allowance) return withEffects(state);
  const { call } = allowance;
  const text = (value as Record<string, unknown> | null)?.[allowanceParts.field(call)];
  if (typeof text !== 'string' || text.trim() === '') return withEffects(state);
  const read = parseAllowance(allowance, text, say);
  if ('say' in read) return redrawn(state, { typed: { call, error: read } });
  return startChange(rules, state, read, { typed: null, isTaken: true });
}
