import { createStore } from '../store';
import type { TextRef } from '../texts';
import { describeFailure, type Failure } from '../wallet/failure';
import type { Facts } from './facts';

export const stepNames = ['connect', 'create', 'fund', 'deploy', 'send', 'watch'] as const;
export type StepName = (typeof stepNames)[number];

export type Step =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly waitingFor: TextRef }
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

/** The state of each step, and the only rule that changes them. */
export function createPath() {
  const store = createStore<Steps>(untouched);

  const busy = (name: StepName, waitingFor: TextRef) =>
    store.set({ [name]: { state: 'busy', waitingFor } });
  const markDone = (name: StepName, facts: Facts) =>
    store.set({ [name]: { state: 'done', facts } });
  /** Resets per step: the result of an earlier run is ignored. */
  const turns = new Map<StepName, number>();
  const reset = (...names: StepName[]) => {
    for (const name of names) turns.set(name, (turns.get(name) ?? 0) + 1);
    store.set(Object.fromEntries(names.map((name) => [name, idle])));
  };

  /** Clears a step's error before something else is tried. */
  const retract = (name: StepName) => {
    if (store.get()[name].state === 'error') reset(name);
  };

  /** Runs a step; an exception becomes the step's error. */
  async function run(
    name: StepName,
    waitingFor: TextRef,
    act: () => Promise<Facts>,
  ): Promise<void> {
    if (store.get()[name].state === 'busy') return;
    busy(name, waitingFor);
    const turn = turns.get(name);
    const show = (step: Step) => turns.get(name) === turn && store.set({ [name]: step });
    try {
      show({ state: 'done', facts: await act() });
    } catch (error) {
      show({ state: 'error', failure: describeFailure(error) });
    }
  }

  const isBusy = () => stepNames.some((name) => store.get()[name].state === 'busy');

  return { store, run, busy, done: markDone, reset, retract, isBusy };
}

export type Path = ReturnType<typeof createPath>;

/** The current step: the first that is not done. */
export const currentStep = (steps: Steps): StepName | null =>
  stepNames.find((name) => steps[name].state !== 'done') ?? null;

/** A step is open when all steps before it are done. */
export function isOpen(steps: Steps, name: StepName): boolean {
  const previousSteps = stepNames.slice(0, stepNames.indexOf(name));
  return previousSteps.every((step) => steps[step].state === 'done');
}
