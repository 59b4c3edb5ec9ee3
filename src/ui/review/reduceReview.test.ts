import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import type { Say } from '../text/words';
import { allowanceParts } from './allowance';
import type { ReviewFacts, ReviewInput } from './facts';
import { type ReviewEvent, type ReviewRules, reduceReview, startReview } from './reduceReview';

/** A payment; its site may spend as much again. */
type Payment = { readonly amount: number; readonly isTrap?: boolean; readonly speed?: 'fast' };

const facts = ({ amount, isTrap, speed }: Payment): ReviewFacts => ({
  title: `Send ${amount}`,
  origin: 'https://dapp.example',
  network: 'Testnet',
  warnings: isTrap ? [{ rule: 'trap', severity: 'critical', title: 'A trap', text: '' }] : [],
  preview: {
    state: 'known',
    source: 'node',
    changes: [
      { kind: 'send', amount: String(amount), symbol: 'STRK', address: '0x1', verified: true },
    ],
  },
  sections: [],
  fee: { expected: '1', maximum: '2', symbol: 'STRK', speed: speed ?? 'normal' },
  allowances: [{ call: 0, unit: 'STRK', decimals: 1, most: '90', asked: '9' }],
});

const rules: ReviewRules<Payment> = { describe: facts, isChangeable: true, refreshMs: 20_000 };
const fast: ReviewInput = { name: 'speed', value: 'fast' };
const say: Say = (label) => (typeof label === 'object' && 'say' in label ? '.' : String(label));

/** The state after these events, and what the last one wants done. */
function reduceAll(first: Payment, events: readonly ReviewEvent<Payment>[], by = rules) {
  let step: ReturnType<typeof reduceReview<Payment>> = {
    state: startReview(first, facts(first)),
    effects: [],
  };
  for (const event of events) step = reduceReview(by, step.state, event);
  return { ...step, runs: step.effects.map(({ run }) => run) };
}

const input = (type: string, name: string, value?: unknown): ReviewEvent<Payment> => ({
  on: 'input',
  input: { type, name, value },
  say,
});
const press = (name: string) => input('ButtonClickEvent', name);
const fillIn = (name: string, value: unknown) => input('InputChangeEvent', name, value);
const submit = (name: string, value: unknown) => input('FormSubmitEvent', name, value);
const refreshDue = { on: 'timerEnded', timer: 'refresh' } as const;
const patienceEnded = { on: 'timerEnded', timer: 'patience' } as const;
const pauseEnded = { on: 'timerEnded', timer: 'pause' } as const;
const refreshed = (newer: Payment): ReviewEvent<Payment> => ({ on: 'refreshed', newer });
const changed = (newer: Payment): ReviewEvent<Payment> => ({ on: 'changed', input: fast, newer });

describe('reduceReview', () => {
  it('confirms the review in sight when its own Confirm is pressed', () => {
    const { state, runs } = reduceAll({ amount: 1 }, [press('confirm.1')]);
    expect(state).toMatchObject({ phase: 'confirmed', review: { amount: 1 } });
    expect(runs).toEqual(['resolve']);
  });

  // @promise T5.2
  it('takes no press of an older Confirm after the review was replaced', () => {
    const events = [refreshDue, refreshed({ amount: 0.5 })];
    const { state, runs } = reduceAll({ amount: 1 }, [...events, press('confirm.1')]);
    expect(state).toMatchObject({ phase: 'open', drawn: { version: 2 } });
    expect(runs).toEqual([]);
    const { state: next } = reduceAll({ amount: 1 }, [...events, press('confirm.2')]);
    expect(next).toMatchObject({ phase: 'confirmed', review: { amount: 0.5 } });
  });

  it.each<[string, ReviewEvent<Payment>]>([
    ['a newer review', refreshed({ amount: 2 })],
    ['a change', changed({ amount: 2 })],
    ['an input', fillIn('understand.1', true)],
    ['a timer', refreshDue],
    ['a drawing in another language', { on: 'opened', language: 'other' }],
  ])('changes nothing by %s after the confirmation or the end', (_, event) => {
    for (const end of [press('confirm.1'), { on: 'closed' } as const]) {
      const ended = reduceAll({ amount: 1 }, [end]);
      expect(reduceReview(rules, ended.state, event)).toEqual({ state: ended.state, effects: [] });
    }
  });

  it('returns equal steps from the same state, and leaves it as it was', () => {
    const { state } = reduceAll({ amount: 1 }, [refreshDue]);
    const before = structuredClone(state);
    const steps = [1, 2].map(() => reduceReview(rules, state, refreshed({ amount: 3 })));
    expect(steps[0]).toEqual(steps[1]);
    expect(state).toEqual(before);
  });

  describe('with a refresh', () => {
    it('schedules the first one as the dialog opens, and none if there is none', () => {
      const opened = { on: 'opened', language: 'same' } as const;
      expect(reduceAll({ amount: 1 }, [opened]).effects).toEqual([
        { run: 'startTimer', timer: 'refresh', ms: 20_000, from: 'drawn' },
      ]);
      const still = { ...rules, refreshMs: undefined };
      expect(reduceAll({ amount: 1 }, [opened], still).effects).toEqual([]);
    });

    it('keeps Confirm waiting until the patience ends', () => {
      const waiting = reduceAll({ amount: 1 }, [refreshDue]);
      expect(waiting.runs).toEqual(['startTimer', 'draw', 'refresh']);
      expect(reduceReview(rules, waiting.state, press('confirm.1')).state.phase).toBe('open');
      const { state } = reduceAll({ amount: 1 }, [refreshDue, patienceEnded, press('confirm.1')]);
      expect(state.phase).toBe('confirmed');
    });

    it('keeps the review and says so when it fails', () => {
      const failed = (error: unknown) =>
        reduceAll({ amount: 1 }, [refreshDue, { on: 'refreshFailed', error }]).state;
      expect(failed(new Error('hung up'))).toMatchObject({
        review: { amount: 1 },
        drawn: { trouble: 'stale', isWaiting: false, version: 1 },
      });
      const refused = failed(new ModuleError('nonceTooLow', 'used', {}));
      expect(refused.drawn.trouble).toBe('refused');
    });

    it('drops its result when the user has chosen meanwhile', () => {
      const events = [refreshDue, fillIn('speed', 'fast'), refreshed({ amount: 9 })];
      const { state, runs } = reduceAll({ amount: 1 }, events);
      expect(state).toMatchObject({ review: { amount: 1 }, drawn: { isWaiting: true } });
      expect(runs).toEqual(['endTimer', 'startTimer']);
    });

    it('delays a refresh while a choice is in progress', () => {
      const { runs } = reduceAll({ amount: 1 }, [fillIn('speed', 'fast'), refreshDue]);
      expect(runs).toEqual(['startTimer']);
    });

    it('keeps number and tick when nothing has changed', () => {
      const trap: Payment = { amount: 1, isTrap: true };
      const ticked = [fillIn('understand.1', true), refreshDue, refreshed(trap)];
      const { state } = reduceAll(trap, ticked);
      expect(state.drawn).toMatchObject({ version: 1, risk: 1, isUnderstood: true });
    });
  });

  describe('with growth', () => {
    const grown = [refreshDue, refreshed({ amount: 3 })];

    it('pauses Confirm until the user could read', () => {
      const { state, effects } = reduceAll({ amount: 1 }, [refreshDue, refreshed({ amount: 1.5 })]);
      expect(state.drawn).toMatchObject({ isPaused: true, growth: { isMuch: false } });
      expect(effects[0]).toEqual({ run: 'startTimer', timer: 'pause', ms: 3_000, from: 'now' });
      expect(reduceReview(rules, state, press('confirm.2')).state.phase).toBe('open');
      const read = reduceReview(rules, state, pauseEnded).state;
      expect(reduceReview(rules, read, press('confirm.2')).state.phase).toBe('confirmed');
    });

    it('needs a tick above twice as much', () => {
      const events = [...grown, pauseEnded];
      expect(reduceAll({ amount: 1 }, [...events, press('confirm.2')]).state.phase).toBe('open');
      const ticked = [...events, fillIn('understand.2', true), press('confirm.2')];
      expect(reduceAll({ amount: 1 }, ticked).state.phase).toBe('confirmed');
    });

    it('measures from what was first seen, however small the steps', () => {
      const steps = [1.5, 2, 2.5].flatMap((amount) => [refreshDue, refreshed({ amount })]);
      expect(reduceAll({ amount: 1 }, steps).state.drawn.growth.isMuch).toBe(true);
    });

    it('measures anew from what a choice of the user has made of it', () => {
      const rebase = (_from: Payment, _input: ReviewInput, newer: Payment) => newer;
      const events = [fillIn('speed', 'fast'), changed({ amount: 3 })];
      expect(reduceAll({ amount: 1 }, events).state.drawn.growth.isMuch).toBe(true);
      const { state } = reduceAll({ amount: 1 }, events, { ...rules, rebase });
      expect(state.drawn.growth.lines).toEqual([]);
    });
  });

  describe('with a tick', () => {
    const trap: Payment = { amount: 1, isTrap: true };

    it('confirms a critical warning only after the tick', () => {
      expect(reduceAll(trap, [press('confirm.1')]).state.phase).toBe('open');
      const [tick, confirm] = [fillIn('understand.1', true), press('confirm.1')];
      expect(reduceAll(trap, [tick, confirm]).state.phase).toBe('confirmed');
      const untick = fillIn('understand.1', false);
      expect(reduceAll(trap, [tick, untick, confirm]).state.phase).toBe('open');
    });

    it('keeps the tick for the same risk, and asks for another tick for a new risk', () => {
      const ticked = [fillIn('understand.1', true), refreshDue];
      const same = reduceAll(trap, [...ticked, refreshed({ amount: 0.9, isTrap: true })]).state;
      expect(same.drawn).toMatchObject({ risk: 1, isUnderstood: true });
      const other = reduceAll({ amount: 1 }, [refreshDue, refreshed(trap)]).state;
      expect(other.drawn).toMatchObject({ risk: 2, isUnderstood: false });
    });
  });

  describe('with a choice', () => {
    it('waits, changes the review, and waits no longer after the last one', () => {
      const chosen = reduceAll({ amount: 1 }, [fillIn('speed', 'fast')]);
      expect(chosen.effects).toEqual([{ run: 'change', input: fast }, { run: 'draw' }]);
      expect(chosen.state.drawn).toMatchObject({ isWaiting: true, wished: { speed: 'fast' } });
      const two = [fillIn('speed', 'fast'), fillIn('speed', 'fast'), changed({ amount: 1 })];
      expect(reduceAll({ amount: 1 }, two).state.drawn.isWaiting).toBe(true);
      const { state } = reduceAll({ amount: 1 }, [...two, changed({ amount: 1, speed: 'fast' })]);
      expect(state).toMatchObject({
        review: { speed: 'fast' },
        drawn: { isWaiting: false, wished: {}, trouble: null },
      });
    });

    it('keeps the review and says so when it fails', () => {
      const events = [fillIn('speed', 'fast'), { on: 'changeFailed' } as const];
      const { state } = reduceAll({ amount: 1 }, events);
      expect(state).toMatchObject({ review: { amount: 1 }, drawn: { trouble: 'notChanged' } });
    });

    it('ignores one that the dialog does not offer', () => {
      for (const value of ['warp', undefined, 1])
        expect(reduceAll({ amount: 1 }, [fillIn('speed', value)]).effects).toEqual([]);
      const fixed = { ...rules, isChangeable: false };
      expect(reduceAll({ amount: 1 }, [fillIn('speed', 'fast')], fixed).effects).toEqual([]);
    });
  });

  describe('with an entered allowance', () => {
    const field = allowanceParts.field(0);
    const enter = (text: string) => fillIn(field, text);
    const accept = (text: string) => submit(allowanceParts.form(0), { [field]: text });

    it('confirms nothing until it is accepted or cleared', () => {
      const entered = [enter('5'), press('confirm.1')];
      expect(reduceAll({ amount: 1 }, entered).state.phase).toBe('open');
      const cleared = [enter('5'), enter(''), press('confirm.1')];
      expect(reduceAll({ amount: 1 }, cleared).state.phase).toBe('confirmed');
    });

    it('changes the review by what was read of it', () => {
      const { state, effects } = reduceAll({ amount: 1 }, [enter('5'), accept('5')]);
      const read = { name: 'allowance', call: 0, amount: '50' };
      expect(effects).toEqual([{ run: 'change', input: read }, { run: 'draw' }]);
      expect(state.drawn).toMatchObject({ typed: null, isTaken: true, isWaiting: true });
    });

    it('shows an error beside what cannot be allowed', () => {
      const { state, runs } = reduceAll({ amount: 1 }, [enter('10'), accept('10')]);
      expect(state.drawn.typed).toMatchObject({ call: 0, error: { say: 'review.amountTooMuch' } });
      expect(runs).toEqual(['draw']);
    });
  });
});
