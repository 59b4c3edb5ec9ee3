import { draw } from '../draw';
import { say, type TextRef } from '../texts';
import { describeFailure, getMessage } from '../wallet/failure';
import type { Answer, Battery, Case, Facts, Request } from './battery';
import { findFault } from './judge';

type Verdict =
  | 'passed'
  | 'failed'
  /** The user declined, or the wallet takes no more questions: nothing is known. */
  | 'declined'
  /** It cannot run here. */
  | 'omitted'
  /** The run was stopped. */
  | 'stopped';

type Exchange = { readonly request: Request; readonly answer: Answer };

export type Result = {
  readonly id: string;
  /** In English, as all of the report. */
  readonly title: string;
  readonly verdict: Verdict;
  /** Why it did not pass; null if it did. */
  readonly why: TextRef | null;
  readonly milliseconds: number;
  readonly exchanges: readonly Exchange[];
};

type RunParts = {
  readonly facts: Facts;
  readonly send: (method: string, params?: unknown) => Promise<unknown>;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** How many times the wallet has said so far that its user must answer. */
  readonly countAsked?: () => number;
  /** The wait for an answer that needs no user. */
  readonly longestMs?: number;
};

const thirtySeconds = 30_000;
const stopped = Symbol('stopped');
const late = Symbol('late');

/** Waits for a promise until the run is stopped, or for so long. */
function waitFor<T>(answer: Promise<T>, signal: AbortSignal, longestMs: number | null) {
  return new Promise<T | typeof stopped | typeof late>((resolve) => {
    const timer = longestMs === null ? null : setTimeout(() => resolve(late), longestMs);
    const stop = () => resolve(stopped);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    void answer.then(resolve).finally(() => {
      if (timer !== null) clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
  });
}

async function answerTo(send: RunParts['send'], { method, params }: Request): Promise<Answer> {
  try {
    return { result: (await send(method, params)) ?? null };
  } catch (error) {
    const { code, kind, message } = describeFailure(error);
    return { error: { code, kind, message } };
  }
}

/** The user's no says nothing about the wallet. */
const isDeclined = (answer: Answer): boolean =>
  'error' in answer &&
  (['userRejected', 'siteBlocked'].includes(answer.error.kind ?? '') || answer.error.code === 4001);

type Ending = Pick<Result, 'verdict' | 'why'>;
const passed: Ending = { verdict: 'passed', why: null };

/** Sends the steps of a case, one after the other, as long as each ends as expected. */
async function play(one: Case, parts: RunParts, exchanges: Exchange[]): Promise<Ending> {
  const { facts, send, signal, longestMs = thirtySeconds } = parts;
  if (one.needsLocalChain && !facts.makeClass)
    return { verdict: 'omitted', why: say('batteries.why.needsChain') };
  let previousAnswers: readonly Answer[] = [];
  for (const step of one.steps) {
    const requests = await step.requests(facts, previousAnswers);
    const asking = Promise.all(requests.map((request) => answerTo(send, request)));
    const answers = await waitFor(asking, signal, one.dialogs > 0 ? null : longestMs);
    if (answers === stopped) return { verdict: 'stopped', why: say('batteries.why.stopped') };
    if (answers === late)
      return {
        verdict: 'failed',
        why: say('batteries.why.late', { count: String(longestMs / 1_000) }),
      };
    for (const [index, request] of requests.entries())
      exchanges.push({ request, answer: answers[index] as Answer }); // one answer per request
    if (one.dialogs > 0 && answers.some(isDeclined))
      return { verdict: 'declined', why: say('batteries.why.declined') };
    const fault = findFault(step, requests, answers);
    if (fault !== null) return { verdict: 'failed', why: fault };
    previousAnswers = answers;
  }
  return passed;
}

/** Runs one case. Never rejects. */
export async function runCase(one: Case, parts: RunParts): Promise<Result> {
  const { now, countAsked = () => 0 } = parts;
  const [startedAt, dialogsBefore] = [now(), countAsked()];
  const exchanges: Exchange[] = [];
  const outcome = await play(one, parts, exchanges).catch(
    (error: unknown): Ending => ({
      verdict: 'failed',
      why: say('batteries.why.notMade', {
        why: getMessage(error),
      }),
    }),
  );
  const isSilent = one.dialogs > 0 || countAsked() === dialogsBefore;
  const ending: Ending =
    outcome.verdict === 'passed' && !isSilent
      ? { verdict: 'failed', why: say('batteries.why.asked') }
      : outcome;
  const milliseconds = Math.round(now() - startedAt);
  return { id: one.id, title: draw(one.title), ...ending, milliseconds, exchanges };
}

type Summary = { readonly [verdict in Verdict]: number };

export function summarize(results: readonly Pick<Result, 'verdict'>[]): Summary {
  const count = (counted: Verdict) => results.filter(({ verdict }) => verdict === counted).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    declined: count('declined'),
    omitted: count('omitted'),
    stopped: count('stopped'),
  };
}

/** Texts of a report are cut here: some requests are megabytes. */
const LONGEST = 1_000;

const shortened = (_name: string, value: unknown): unknown => {
  if (typeof value === 'string' && value.length > LONGEST)
    return `${value.slice(0, LONGEST)}… (${value.length} characters)`;
  return value;
};

type About = {
  readonly wallet: { readonly name: string; readonly rdns: string };
  readonly module: { readonly id: string; readonly version: string | undefined };
  readonly chainId: string;
  readonly at: string;
};

/** All results as JSON text, in English whatever the page speaks. */
export const reportAsJson = (
  about: About,
  ran: readonly { readonly battery: Battery; readonly results: readonly Result[] }[],
): string =>
  JSON.stringify(
    {
      ...about,
      summary: summarize(ran.flatMap(({ results }) => results)),
      batteries: ran.map(({ battery, results }) => ({
        id: battery.id,
        title: draw(battery.title),
        summary: summarize(results),
        milliseconds: results.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
        cases: results.map((result) => ({
          ...result,
          why: result.why && draw(result.why),
        })),
      })),
    },
    shortened,
    2,
  );
