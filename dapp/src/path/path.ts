import { createStore } from '../store';
import { describeFailure, type Failure } from '../wallet/failure';
import type { Facts } from './facts';

export const stepNames = ['connect', 'create', 'fund', 'deploy', 'send', 'watch'] as const;
export type StepName = (typeof stepNames)[number];

export type Step =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly waitingFor: string }
  | { readonly state: 'done'; readonly facts: Facts }
  | { readonly state: 'error'; readonly failure: Failure };

export type Steps = { readonly [name in StepName]: Step };

const idle: Step = { state: 'idle' };
export const untouched: Steps = {
  connect: idle,
  create: idle,
  fund: idle,
  deploy: idle,
  send: idle,
  watch: idle,
};

/** Where the newcomer stands: each step's state, and the one rule that moves them. */
export function createPath() {
  const store = createStore<Steps>(untouched);

  const busy = (name: StepName, waitingFor: string) =>
    store.set({ [name]: { state: 'busy', waitingFor } });
  const done = (name: StepName, facts: Facts) => store.set({ [name]: { state: 'done', facts } });
  const reset = (...names: StepName[]) =>
    store.set(Object.fromEntries(names.map((name) => [name, idle])));

  /** Runs one step; what it throws becomes the step's error. */
  async function run(name: StepName, waitingFor: string, act: () => Promise<Facts>): Promise<void> {
    if (store.get()[name].state === 'busy') return;
    busy(name, waitingFor);
    try {
      done(name, await act());
    } catch (error) {
      store.set({ [name]: { state: 'error', failure: describeFailure(error) } });
    }
  }

  return { store, run, busy, done, reset };
}

/** The step to take now: the first that is not done. */
export const currentStep = (steps: Steps): StepName | null =>
  stepNames.find((name) => steps[name].state !== 'done') ?? null;

/** A step can be taken when those before it are done. */
export function isOpen(steps: Steps, name: StepName): boolean {
  const before = stepNames.slice(0, stepNames.indexOf(name));
  return before.every((earlier) => steps[earlier].state === 'done');
}
