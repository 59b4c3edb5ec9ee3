import { describe, expect, it } from '@jest/globals';
import { decide, type Portion } from './portions';
import type { Expense } from './store';

const nowMs = Date.UTC(2026, 0, 1, 12);
const toMidnightMs = 43_200_000;
const portion = (more: Partial<Portion> = {}): Portion => ({
  key: 'k',
  day: 20_454,
  spent: 0,
  takenCredits: 0,
  recordedCredits: 0,
  ...more,
});
const expense = (more: Partial<Expense> = {}): Expense => ({
  id: 'e',
  key: 'k',
  day: 20_454,
  cost: 80,
  nowMs,
  perDay: 100_000,
  perSecond: 500,
  ownPerDay: undefined,
  ownPerSecond: undefined,
  ...more,
});

describe('decide', () => {
  it('takes a second of credits if the portion is used up, and more for a dear call', () => {
    expect(decide(portion(), {}, 0, expense())).toEqual({ kind: 'take', credits: 500 });
    const dear = expense({ cost: 1_000 });
    expect(decide(portion(), {}, 0, dear)).toEqual({ kind: 'take', credits: 1_000 });
  });

  it('takes at most a hundredth of the own day', () => {
    const own = expense({ ownPerDay: 10_000 });
    expect(decide(portion(), {}, 0, own)).toEqual({ kind: 'take', credits: 100 });
  });

  it('refuses until midnight what all processes together have no credits for', () => {
    const refused = { kind: 'refuse', limit: 'day', waitMs: toMidnightMs };
    expect(decide(portion({ spent: 500, takenCredits: 500 }), {}, 99_950, expense())).toEqual(
      refused,
    );
  });

  it('counts for the own day what other processes have taken, and of this one what it has spent', () => {
    const own = expense({ ownPerDay: 1_000 });
    const taken = portion({ spent: 100, takenCredits: 500 });
    expect(decide(taken, {}, 1_320, own).kind).toBe('grant');
    expect(decide(taken, {}, 1_321, own)).toMatchObject({ kind: 'refuse', limit: 'ownDay' });
  });

  it('grants as long as both buckets hold enough, and empties both', () => {
    const own = expense({ ownPerSecond: 100 });
    const taken = portion({ takenCredits: 500 });
    const granted = decide(taken, {}, 500, own);
    const buckets = {
      second: { tokens: 420, atMs: nowMs },
      ownSecond: { tokens: 20, atMs: nowMs },
    };
    expect(granted).toEqual({ kind: 'grant', buckets });
    const refused = { kind: 'refuse', limit: 'ownSecond', waitMs: 600 };
    expect(decide(taken, buckets, 500, own)).toEqual(refused);
  });
});
