import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { dayOf } from '../credits/day';
import { openLmdbStore } from '../stores/lmdb';
import type { Expense, Store } from '../stores/store';
import { type CleanUp, cleanUp, temporaryFolder } from '../testService';
import { createBorrower } from './borrow';
import type { Channel } from './channel';
import { createLender } from './lend';

const undo: CleanUp = [];
let store: Store;
let lender: ReturnType<typeof createLender>;
const time = { now: 1_000 * 86_400_000 };
const today = (): number => dayOf(time.now);

beforeEach(async () => {
  time.now = 1_000 * 86_400_000;
  store = openLmdbStore(await temporaryFolder(undo));
  lender = createLender(store, () => time.now);
});
afterEach(async () => {
  await store.close();
  await cleanUp(undo);
});

type Answers = Record<string, (...args: never[]) => Promise<unknown>>;
const answering = (answers: Answers, asked: string[]): Channel => ({
  ask: async (name, ...args) => {
    asked.push(name);
    return answers[name]?.(...(args as never[]));
  },
});

/** A worker and the first process, without the pipe between them. */
const worker = () => {
  const asked: string[] = [];
  let returned: () => void = () => undefined;
  const gaveBack = new Promise<void>((resolve) => {
    returned = resolve;
  });
  // The lender of this test: another test's loan may be returned meanwhile.
  const { giveBack } = lender;
  const first: Channel = answering(
    {
      spend: (expense: Expense, wantsLoan: boolean) => lender.spend(toWorker, expense, wantsLoan),
      giveBack: (loan: Expense, left: number) => giveBack(loan, left).then(returned),
      used: lender.used,
      refund: store.refund,
    },
    asked,
  );
  const borrower = createBorrower(first.ask);
  const toWorker = answering(borrower.answers, []);
  return { ...borrower.counting, giveAllBack: borrower.giveAllBack, asked, gaveBack };
};

const expense = (more: Partial<Expense> = {}): Expense => ({
  ...{ key: 'k', cost: 80, nowMs: time.now, perDay: 1e12, perSecond: 1e9 },
  ...{ ownPerDay: undefined, ownPerSecond: undefined, ...more },
});

describe('credits that are lent', () => {
  it('spare most questions, and are told as if there were none', async () => {
    const one = worker();
    for (let call = 1; call <= 60; call += 1) {
      expect(await one.spend(expense())).toEqual({ granted: true, used: call * 80 });
    }
    expect(one.asked).toEqual(['spend']);
    expect(await one.refund('k', 80, today())).toBe(59 * 80);
  });

  it('are spent before a call is answered, so that a killed worker spends none twice', async () => {
    await worker().spend(expense());
    expect(await store.used('k', today())).toBe(80 + 20_000);
  });

  it('come back before a balance is told', async () => {
    const [one, two] = [worker(), worker()];
    for (let call = 0; call < 30; call += 1) {
      await one.spend(expense());
      await two.spend(expense());
    }
    expect(await one.used('k', today())).toBe(60 * 80);
    expect(await two.used('k', today())).toBe(60 * 80);
  });

  it('come back by themselves after a while, and at the end', async () => {
    const one = worker();
    await one.spend(expense());
    await one.gaveBack;
    expect(await store.used('k', today())).toBe(80);
    await one.spend(expense());
    await one.giveAllBack();
    expect(await store.used('k', today())).toBe(160);
  });

  it('grant to the last credit what a day has, and not one more', async () => {
    const workers = [worker(), worker(), worker()];
    const ownPerDay = 1_000_000;
    const cost = 330;
    const fit = Math.floor(ownPerDay / cost);
    let granted = 0;
    for (let round = 0; round < 1_050; round += 1) {
      const spent = await Promise.all(
        workers.map(({ spend }) => spend(expense({ ownPerDay, cost }))),
      );
      granted += spent.filter((one) => one.granted).length;
    }
    expect(granted).toBe(fit);
    expect(workers[0]?.asked.length).toBeLessThan(1_050);
    expect(await store.used('k', today())).toBe(fit * cost);
  });

  it('are no reason to wait for a worker that answers no more', async () => {
    const silent: Channel = { ask: () => new Promise(() => undefined) };
    expect(await lender.spend(silent, expense(), true)).toMatchObject({ granted: true });
    expect(await lender.used('k', today())).toBe(80 + 20_000);
    expect(await worker().spend(expense())).toMatchObject({ granted: true });
  });

  it('are called back for one who needs them', async () => {
    const [one, two] = [worker(), worker()];
    // 600,000 per day, of which one worker holds 6,000.
    const ownPerDay = 600_000;
    expect(await one.spend(expense({ ownPerDay }))).toMatchObject({ granted: true });
    const rest = expense({ ownPerDay, cost: ownPerDay - 80 });
    expect(await two.spend(rest)).toEqual({ granted: true, used: ownPerDay });
    expect(await one.spend(expense({ ownPerDay }))).toMatchObject({ limit: 'ownDay' });
  });

  it('come back to the second, too', async () => {
    const [one, two] = [worker(), worker()];
    const perSecond = 1_000_000;
    expect(await one.spend(expense({ perSecond }))).toMatchObject({ granted: true });
    const rest = expense({ perSecond, cost: perSecond - 80 });
    expect(await two.spend(rest)).toMatchObject({ granted: true });
    expect(await one.spend(expense({ perSecond }))).toMatchObject({ limit: 'second' });
  });

  it.each([
    ['a second', { perSecond: 40_000 }],
    ['an own second', { ownPerSecond: 500 }],
    ['a day', { perDay: 60_000 }],
    ['an own day', { ownPerDay: 60_000 }],
  ])('are none near the limit of %s', async (_name, limits) => {
    const one = worker();
    for (let call = 0; call < 5; call += 1) await one.spend(expense(limits));
    expect(one.asked).toEqual(Array(5).fill('spend'));
  });

  it.each(['ownPerDay', 'ownPerSecond'])('end when %s is changed', async (name) => {
    const one = worker();
    await one.spend(expense());
    // A cost above one second's credits is allowed if none of them is used.
    await one.spend(expense({ [name]: 79 }));
    const spent = await one.spend(expense({ [name]: 79 }));
    expect(spent).toMatchObject({ granted: false });
  });

  it('end with their day', async () => {
    const one = worker();
    await one.spend(expense());
    time.now += 86_400_000;
    expect(await one.spend(expense())).toEqual({ granted: true, used: 80 });
    expect(await one.used('k', today())).toBe(80);
  });
});
