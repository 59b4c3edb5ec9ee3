import { type ErrorKind, ModuleError } from '../errors';
import { createGate, type Gate } from './breaker';
import type { Endpoint } from './endpoint';
import { type Failure, faults, getFailure, transportError } from './failure';
import { redactUrl } from './redact';

export type Clock = {
  /** Unix milliseconds. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
  /** Calls `run` once after `ms`; the returned function cancels it. */
  setTimer(run: () => void, ms: number): () => void;
};

/** The runtime's own timers. */
export function startTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** The runtime's own clock. */
export const runtimeClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  setTimer: startTimer,
};

/** Settles with the task or, if that takes longer than `ms`, as `late` decides. */
export const withTimeout = <T>(
  setTimer: Clock['setTimer'],
  ms: number,
  task: Promise<T>,
  late: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const cancel = setTimer(() => late(resolve, reject), ms);
    task.then(resolve, reject).finally(cancel);
  });

export const policy = {
  /** Timeout of one attempt, including reading the body. */
  attemptMs: 10_000,
  /** How often the list of endpoints is tried, for reads and to send the same signed bytes again. */
  rounds: 3,
  backoffBaseMs: 200,
  backoffCapMs: 5_000,
  /** This number of transport failures in a row opens an endpoint's breaker. */
  breakAfter: 5,
  breakMs: 10_000,
  /** For this time after a failure, other endpoints are tried first. */
  suspectMs: 10_000,
} as const;

export type Budget = {
  readonly deadlineMs: number;
  readonly attemptMs?: number;
  /** 1 if the request must not be repeated. */
  readonly rounds?: number;
};

/** One attempt at one endpoint, which must settle within `timeoutMs`. */
type Attempt<T> = (endpoint: Endpoint, timeoutMs: number) => Promise<T>;
type Run = <T>(endpoints: readonly Endpoint[], budget: Budget, attempt: Attempt<T>) => Promise<T>;

/** Order in which one of several failures is reported: the most actionable first. */
const ranking: readonly ErrorKind[] = ['wrongChain', 'limitExceeded', 'nodeFault'];

/**
 * Ordered failover with full-jitter backoff, a breaker and pauses per endpoint, all within one
 * deadline. The state of an endpoint is kept for the lifetime of this instance.
 */
export function createPolicy(clock: Clock): Run {
  const gates = new Map<string, Gate>();
  const gateOf = ({ url }: Endpoint): Gate => {
    const existingGate = gates.get(url);
    if (existingGate) return existingGate;
    const gate = createGate(clock.now, policy.breakAfter, policy.breakMs);
    gates.set(url, gate);
    return gate;
  };
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      clock.setTimer(resolve, ms);
    });
  const doubt = (endpoint: Endpoint) => Number(!gateOf(endpoint).doubt.isOver());

  return async (endpoints, budget, attempt) => {
    const { deadlineMs, attemptMs = policy.attemptMs, rounds = policy.rounds } = budget;
    const deadline = clock.now() + deadlineMs;
    const errors: ModuleError[] = [];
    let candidates = [...endpoints];

    for (let round = 0; ; round += 1) {
      // `candidates` shrinks during a round, hence the copy.
      for (const endpoint of [...candidates].sort((a, b) => doubt(a) - doubt(b))) {
        const gate = gateOf(endpoint);
        const timeoutMs = Math.min(attemptMs, deadline - clock.now());
        if (timeoutMs <= 0) break;
        const closed = whyClosed(gate, endpoint);
        if (closed) {
          errors.push(closed);
          continue;
        }
        const countAtStart = gate.breaker.count();
        try {
          const answer = await attempt(endpoint, timeoutMs);
          gate.breaker.succeeded();
          gate.doubt.start(0);
          return answer;
        } catch (error) {
          gate.breaker.abandoned();
          if (!(error instanceof ModuleError) || !isEndpointError(error)) throw error;
          errors.push(error);
          const failure = getFailure(error);
          record(gate, failure, countAtStart);
          if (failure === undefined || faults[failure.fault].retry === 'elsewhere')
            candidates = candidates.filter((one) => one !== endpoint);
        }
      }
      if (candidates.length === 0 || round + 1 === rounds) break;
      const pauseMs = Math.min(...candidates.map((one) => gateOf(one).pause.leftMs()));
      const backoff = Math.min(policy.backoffCapMs, policy.backoffBaseMs * 2 ** round);
      const waitMs = Math.max(clock.random() * backoff, pauseMs);
      const usable = candidates.some((endpoint) => gateOf(endpoint).breaker.state() !== 'open');
      if (!usable || clock.now() + waitMs >= deadline) break;
      await pause(waitMs);
    }
    throw mostTelling(errors) ?? transportError({ fault: 'timeout' }, 'There was no time left.');
  };
}

/** Errors caused by the endpoint: another endpoint may succeed. */
const isEndpointError = ({ kind }: ModuleError): boolean =>
  kind === 'nodeUnavailable' || ranking.includes(kind);

function record(gate: Gate, failure: Failure | undefined, countAtStart: number): void {
  gate.doubt.start(policy.suspectMs);
  if (failure?.pauseMs !== undefined) gate.pause.start(failure.pauseMs);
  const breaks = failure !== undefined && faults[failure.fault].breaks;
  if (breaks) gate.breaker.failed(countAtStart);
  else gate.breaker.succeeded();
}

function whyClosed(gate: Gate, endpoint: Endpoint): ModuleError | undefined {
  const host = redactUrl(endpoint.url);
  if (!gate.pause.isOver()) {
    const pauseMs = gate.pause.leftMs();
    const advice = `Ask again in ${Math.ceil(pauseMs / 1000)} s.`;
    return transportError({ fault: 'rate', pauseMs }, `${host} takes no requests. ${advice}`);
  }
  if (!gate.breaker.admits())
    return transportError({ fault: 'resting' }, `${host} failed several times and rests.`);
  return undefined;
}

function mostTelling(errors: readonly ModuleError[]): ModuleError | undefined {
  const ranked = ranking.map((kind) => errors.find((error) => error.kind === kind));
  const askedErrors = errors.filter((error) => getFailure(error)?.fault !== 'resting');
  return ranked.find((error) => error !== undefined) ?? askedErrors.at(-1) ?? errors.at(-1);
}
