import { describe, expect, it } from '@jest/globals';
import { say } from '../texts';
import { hexFact } from './facts';
import { createPath, currentStep, isOpen, stepNames, untouched } from './path';

const waiting = say('path.waitingForChain');

describe('createPath', () => {
  it('moves a step from idle over busy to done', async () => {
    const { store, run } = createPath();
    const states: string[] = [];
    store.subscribe(() => states.push(store.get().create.state));
    await run('create', waiting, async () => [hexFact('address', '0x1')]);
    expect(states).toEqual(['busy', 'done']);
    expect(store.get().create).toEqual({ state: 'done', facts: [hexFact('address', '0x1')] });
  });

  it('keeps what went wrong for the person to read', async () => {
    const { store, run } = createPath();
    await run('send', waiting, () => Promise.reject(new Error('Declined.')));
    expect(store.get().send).toMatchObject({ state: 'error', failure: { message: 'Declined.' } });
  });

  it('retracts a refusal once something else is tried, and nothing that was done', async () => {
    const { store, run, retract } = createPath();
    await run('send', waiting, () => Promise.reject(new Error('Declined.')));
    retract('send');
    expect(store.get().send).toEqual({ state: 'idle' });
    await run('create', waiting, async () => []);
    retract('create');
    expect(store.get().create.state).toBe('done');
  });

  it('leaves a step alone that was set back while it ran', async () => {
    const { store, run, reset } = createPath();
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const running = run('watch', waiting, () => held.then(() => []));
    reset('watch');
    finish();
    await running;
    expect(store.get().watch).toEqual({ state: 'idle' });
  });

  it('does not take a step twice at once', async () => {
    const { run } = createPath();
    let taken = 0;
    const act = async () => {
      taken += 1;
      return [];
    };
    await Promise.all([run('fund', waiting, act), run('fund', waiting, act)]);
    expect(taken).toBe(1);
  });
});

describe('the order of the steps', () => {
  const done = { state: 'done', facts: [] } as const;

  it('starts with the first and ends with none', () => {
    expect(currentStep(untouched)).toBe('connect');
    expect(currentStep({ ...untouched, connect: done })).toBe('create');
    const all = Object.fromEntries(stepNames.map((name) => [name, done]));
    expect(currentStep({ ...untouched, ...all })).toBeNull();
  });

  it('opens a step when those before it are done', () => {
    expect(isOpen(untouched, 'connect')).toBe(true);
    expect(isOpen(untouched, 'create')).toBe(false);
    expect(isOpen({ ...untouched, connect: done }, 'create')).toBe(true);
    expect(isOpen({ ...untouched, connect: done }, 'fund')).toBe(false);
  });
});
