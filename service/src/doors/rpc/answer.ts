import { batchCredits, creditsOfStatus } from '@xnet/clients/transport/credits';
import { asServiceError, fail, kinds, type ServiceError } from '../../errors';
import type { Prices } from '../../meter/costs';
import type { Charge, Meter } from '../../meter/meter';
import type { Soon } from '../../stores/store';
import type { Call } from '../../upstream/call';
import { isOpen } from '../../upstream/methods';
import { createErrorAnswer, errorText } from '../limitBody';
import { allowedCall } from './allowedCall';
import { type Calls, type NoCall, readCalls } from './readCalls';

/** Runs one call. @returns the response's text, checked to be a JSON-RPC response with that id */
export type Run = (call: Call) => Soon<string>;

export type RpcAnswer = {
  status: number;
  headers: Record<string, string>;
  /** Empty if the request held only notifications. */
  body: string;
  /**
   * The body if a request is refused or fails as a whole: one error per call, none for notifications.
   * Over a WebSocket, only an id links a response to its call.
   */
  bodyById?: string;
};

type Dependencies = {
  meter: Meter;
  prices: Prices;
  /** In addition to the methods open to every key. */
  methods: readonly string[];
  onError: (error: ServiceError) => void;
  /** `outcome`: `answered`, or the kind of the error. */
  onCall: (method: string, outcome: string) => void;
};

const callsAtMost = 1_000;
/** Concurrent calls to the node per batch. */
const atOnce = 16;

const mapAtMost = async <T, R>(
  items: readonly T[],
  map: (item: T) => Promise<R>,
): Promise<readonly R[]> => {
  const [onlyItem] = items;
  if (onlyItem !== undefined && items.length === 1) return [await map(onlyItem)];
  const results: R[] = new Array(items.length);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await map(items[index] as T); // index < items.length
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
};

/** The request, as far as a refusal repeats it. */
type Asked = { single: Pick<Call, 'id'> } | { batch: readonly Pick<Call, 'id'>[] };

/** Without the empty responses of notifications. */
const listOf = (texts: readonly string[]): string => {
  const responses = texts.filter((text) => text !== '');
  if (responses.length === 0) return '';
  return `[${responses.join(',')}]`;
};

/** A notification has no id and gets no response. */
const answerText = (error: ServiceError, id: Call['id']): string => {
  if (id === undefined) return '';
  return errorText(error, id);
};

/** Refuses a request as a whole. */
const createRefuse =
  ({ onError }: Dependencies) =>
  (error: ServiceError, request: Asked): RpcAnswer => {
    onError(error);
    const { status, headers } = createErrorAnswer(error);
    const textFor = ({ id }: Pick<Call, 'id'>): string => answerText(error, id);
    if ('batch' in request) {
      const body = errorText(error, null);
      return { status, headers, body, bodyById: listOf(request.batch.map(textFor)) };
    }
    const body = errorText(error, request.single.id ?? null);
    return { status, headers, body, bodyById: textFor(request.single) };
  };

/** The outcome of one call: its response, empty for a notification, and the credits that are kept. */
type Outcome = { text: string; keptCredits: number; error?: ServiceError };

const createRunOne =
  ({ prices, methods, onCall }: Dependencies) =>
  async (call: Call | NoCall, run: Run): Promise<Outcome> => {
    const price = prices.ofCall(call);
    const { id } = call;
    const failed = (error: ServiceError, keptCredits: number): Outcome => {
      return { error, keptCredits, text: answerText(error, id) };
    };
    if ('error' in call) return failed(call.error, price);
    // Callers can name any method: those that are not offered share one name.
    const name = isOpen(call.method) || methods.includes(call.method) ? call.method : '_other';
    try {
      const running = run(allowedCall(call, methods));
      const text = running instanceof Promise ? await running : running;
      onCall(name, 'answered');
      return { text: id === undefined ? '' : text, keptCredits: price };
    } catch (thrown) {
      const error = asServiceError(thrown);
      onCall(name, error.kind);
      // The node has done its work for whoever hangs up.
      if (error.kind === 'gone') return failed(error, price);
      return failed(error, Math.min(price, creditsOfStatus(kinds[error.kind].status)));
    }
  };

const isOurs = ({ error }: Outcome): boolean =>
  error !== undefined && kinds[error.kind].status >= 500;

export type AnswerCalls = ReturnType<typeof createAnswer>;

/**
 * Answers the text of a JSON-RPC request, the same over HTTP and WebSocket: parses it, charges the
 * key, calls the node, and refunds what our own failures cost. Never throws.
 */
export const createAnswer = (dependencies: Dependencies) => {
  const { meter, prices, onError } = dependencies;
  const refuse = createRefuse(dependencies);
  const runOne = createRunOne(dependencies);

  const answer = async (charge: Charge, request: Calls, run: Run): Promise<RpcAnswer> => {
    const calls = 'single' in request ? [request.single] : request.batch;
    // A list of nothing but malformed calls is a refusal, not a batch.
    const isBatch = 'batch' in request && calls.some((call) => !('error' in call));
    const batchPrice = isBatch ? batchCredits : 0;
    try {
      const spending = meter.spend(
        charge,
        calls.reduce((sum, call) => sum + prices.ofCall(call), batchPrice),
      );
      if (spending instanceof Promise) await spending;
    } catch (error) {
      return refuse(asServiceError(error), request);
    }
    const outcomes = await mapAtMost(calls, (call) => runOne(call, run));
    const isFailed = outcomes.every(isOurs);
    const keptCredits = outcomes.reduce((sum, outcome) => sum + outcome.keptCredits, batchPrice);
    const settling = meter.settle(charge, isFailed ? 0 : keptCredits);
    if (settling instanceof Promise) await settling;
    const errors = outcomes.flatMap(({ error }) => error ?? []);
    errors.forEach(onError);
    const texts = outcomes.map(({ text }) => text);
    const body = 'single' in request ? texts.join('') : listOf(texts);
    const last = errors.at(-1);
    if (last === undefined || !(isFailed || 'single' in request)) {
      return { status: 200, headers: {}, body };
    }
    const { status, headers } = createErrorAnswer(last);
    return {
      // "No such method" answers the call, not the path; clients read only replies with status 200.
      status: last.kind === 'notFound' ? 200 : status,
      headers,
      body: body || errorText(last, null),
      bodyById: body,
    };
  };

  const chargeRefusal = async (charge: Charge, error: ServiceError): Promise<void> => {
    const cost = creditsOfStatus(kinds[error.kind].status);
    // A failure for lack of room costs nothing, but counts for the credits of the second.
    const rated = error.kind === 'crowded' ? prices.ofCall({ method: '' }) : cost;
    if (rated > 0) await meter.spend(charge, rated);
    await meter.settle(charge, cost);
  };

  return async (charge: Charge, text: () => Soon<string>, run: Run): Promise<RpcAnswer> => {
    let request: Asked = { single: { id: null } };
    try {
      const reading = text();
      const calls = readCalls(reading instanceof Promise ? await reading : reading);
      if ('single' in calls || calls.batch.length <= callsAtMost) {
        return await answer(charge, calls, run);
      }
      // Malformed calls can be two bytes long: an error for each would exceed the request by far.
      const callsWithId = calls.batch.filter(({ id }) => id !== null);
      if (callsWithId.length > 0) request = { batch: callsWithId };
      return fail('malformed', `A batch holds at most ${callsAtMost} calls.`);
    } catch (thrown) {
      const error = asServiceError(thrown);
      const limit = await chargeRefusal(charge, error).catch(asServiceError);
      return refuse(limit ?? error, request);
    }
  };
};
