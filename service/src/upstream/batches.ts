import { createCountdown } from '@xnet/clients/transport/countdown';
import { fail, ServiceError } from '../errors';
import type { MemoryBudget } from '../memoryBudget';
import type { Call, Id } from './call';
import { lateError } from './exchange';
import { aboutMethod } from './methods';
import { getQuestion } from './questions';
import { isAnswer } from './reasons';

/**
 * @returns the node's text for the call, and the id that was sent
 * @throws `busy` if the node asks to wait, and what the budget throws
 */
export type Ask = (
  call: Call,
  timeoutMs: number,
  budget: MemoryBudget,
) => Promise<{ id: Id; text: string }>;

/** Posts a body. @returns the response's text. @throws as `Ask` */
export type Post = (
  body: string,
  timeoutMs: number,
  budget: Pick<MemoryBudget, 'reserve'>,
) => Promise<string>;

type Reply = Awaited<ReturnType<Ask>>;
type Waiting = {
  call: Call;
  until: number;
  budget: MemoryBudget;
  /** Not settled yet. */
  isOpen: boolean;
  resolve: (reply: Reply | Promise<Reply>) => void;
  reject: (error: unknown) => void;
};

/** Nodes and gateways accept a hundred or more; larger batches delay their first call. */
const callsAtMost = 32;
/** After an unanswered batch, calls to the node are sent one by one for this long. */
const restMs = 60_000;

/** Params that cannot break a shared request. `true` selects full transactions. */
const plainParam = /^(?:0x[\da-f]{0,64}|latest|earliest|pending|safe|finalized)$/i;
const isPlain = (param: unknown): boolean =>
  param === false || (typeof param === 'string' && plainParam.test(param));

export const isLookup = ({ method, params = [] }: Call): boolean =>
  aboutMethod(method).isLookup === true &&
  Array.isArray(params) &&
  params.length <= 3 &&
  params.every(isPlain);

const headOf = (id: number): string => `{"jsonrpc":"2.0","id":${id},`;

const bodyOf = (questions: readonly string[]): string =>
  `[${questions.map((question, index) => `${headOf(index + 1)}${question}}`).join(',')}]`;

/**
 * The responses of a batch, unparsed, in the order of its calls. The separator cannot occur inside
 * a string, whose quotes are escaped; if it occurs inside a result, the piece before it has
 * unclosed brackets and fails to parse.
 *
 * @throws `upstream` if the node answers in any other form
 */
const piecesOf = (text: string, count: number): string[] => {
  const list = text.trim();
  if (!list.endsWith(']')) fail('upstream');
  let from = 1;
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    const to = isLast ? list.length - 1 : list.indexOf(`,${headOf(index + 2)}`, from);
    if (to < 0) fail('upstream');
    const piece = list.slice(from, to);
    from = to + 1;
    return piece;
  });
};

const openOf = (calls: readonly Waiting[]): Waiting[] => calls.filter(({ isOpen }) => isOpen);

/** Charges each call its share; one without budget fails alone, and the request when all have. */
const sharedBudget = (calls: readonly Waiting[]): Pick<MemoryBudget, 'reserve'> => ({
  reserve: (bytes) => {
    const open = openOf(calls);
    const part = Math.ceil(bytes / open.length);
    for (const { budget, reject } of open) {
      try {
        budget.reserve(part);
      } catch (error) {
        reject(error);
      }
    }
    if (openOf(open).length === 0) fail('tooMuch');
  },
});

const isFinal = (error: unknown): boolean => {
  if (error instanceof ServiceError) return error.kind === 'busy';
  return error instanceof Error && error.name === 'TimeoutError';
};

/**
 * Sends the lookups of one event-loop turn as a batch, which takes half the time of separate
 * requests, also in the node. If a node does not answer with one response per call, in order, the
 * calls are sent separately.
 */
export const createBatches = (post: Post, callAlone: Ask, clock: () => number): Ask => {
  let waiting: Waiting[] = [];
  const rest = createCountdown(clock);
  const sendAlone = ({ call, until, budget, resolve }: Waiting): void =>
    resolve(callAlone(call, Math.max(1, until - performance.now()), budget));

  const send = async (): Promise<void> => {
    const calls = openOf(waiting);
    waiting = [];
    if (calls.length <= 1) return calls.forEach(sendAlone);
    const until = Math.max(...calls.map((call) => call.until));
    // Equal calls that have not been sent are one, which is as new to each of the callers.
    const questions = [...new Set(calls.map(({ call }) => getQuestion(call)))];
    try {
      const text = await post(bodyOf(questions), until - performance.now(), sharedBudget(calls));
      const pieces = piecesOf(text, questions.length);
      for (const { call, resolve } of calls) {
        const index = questions.indexOf(getQuestion(call));
        resolve({ id: index + 1, text: pieces[index] ?? '' });
      }
    } catch (error) {
      // Else the node may reject batches.
      if (!isAnswer(error)) rest.start(restMs);
      for (const waitingCall of openOf(calls)) {
        if (isFinal(error)) waitingCall.reject(error);
        else sendAlone(waitingCall);
      }
    }
  };

  return (call, timeoutMs, budget) => {
    if (!rest.isOver() || !isLookup(call)) return callAlone(call, timeoutMs, budget);
    return new Promise((resolve, reject) => {
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          waitingCall.isOpen = false;
          settle(value);
        };
      const until = performance.now() + timeoutMs;
      const waitingCall: Waiting = {
        call,
        until,
        budget,
        isOpen: true,
        resolve: settled(resolve),
        reject: settled(reject),
      };
      const timer = setTimeout(() => waitingCall.reject(lateError()), timeoutMs);
      if (waiting.length === 0) setImmediate(send);
      waiting.push(waitingCall);
      if (waiting.length === callsAtMost) void send();
    });
  };
};
