import { batchCredits, creditsOfStatus } from '@xnet/clients/transport/credits';
import { asServiceError, kinds, ServiceError } from '../../errors';
import type { Prices } from '../../meter/costs';
import type { Charge, Meter } from '../../meter/meter';
import type { LimitStyle } from '../../options';
import type { Call } from '../../upstream/call';
import { isOpen } from '../../upstream/openMethods';
import { createErrorAnswer, errorText } from '../limitBody';
import { allowedCall } from './allowedCall';
import { type NoCall, readCalls } from './readCalls';

/** Runs one call. @returns the response's text, checked to be a JSON-RPC response with that id */
export type Run = (call: Call) => Promise<string>;

export type RpcAnswer = {
  status: number;
  headers: Record<string, string>;
  /** Empty if the request held only notifications. */
  body: string;
  /**
   * For a request refused as a whole: the same as one error per call, none for notifications. Over
   * a WebSocket, only an id links a response to its call.
   */
  bodyById?: string;
};

type Dependencies = {
  meter: Meter;
  prices: Prices;
  limitStyle: LimitStyle;
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

/** What a failed call costs. */
const keptOf = (cost: number, { kind }: ServiceError): number =>
  Math.min(cost, creditsOfStatus(kinds[kind].status));

export type AnswerCalls = ReturnType<typeof createAnswer>;

/**
 * Answers the text of a JSON-RPC request, the same over HTTP and WebSocket: parses it, charges the
 * key, calls the node, and refunds what our own failures cost. Never throws.
 */
export const createAnswer = (dependencies: Dependencies) => {
  const { meter, prices, limitStyle, methods, onError, onCall } = dependencies;

  /** @returns the response's text, empty for a notification */
  const runCall = async (call: Call, run: Run): Promise<string> => {
    // Callers can name any method: those that are not offered share one name.
    const name = isOpen(call.method) || methods.includes(call.method) ? call.method : '_other';
    try {
      const text = await run(allowedCall(call, methods));
      onCall(name, 'answered');
      return call.id === undefined ? '' : text;
    } catch (error) {
      onCall(name, asServiceError(error).kind);
      throw error;
    }
  };

  const refuse = (error: ServiceError, { id }: Pick<Call, 'id'>): RpcAnswer => {
    onError(error);
    const { status, headers } = createErrorAnswer(error, limitStyle);
    const body = errorText(error, id ?? null, limitStyle);
    return { status, headers, body, bodyById: id === undefined ? '' : body };
  };

  const refuseBatch = (error: ServiceError, calls: readonly (Call | NoCall)[]): RpcAnswer => {
    const errors = calls.flatMap(({ id }) =>
      id === undefined ? [] : [errorText(error, id, limitStyle)],
    );
    return {
      ...refuse(error, { id: null }),
      bodyById: errors.length === 0 ? '' : `[${errors.join(',')}]`,
    };
  };

  const answerSingle = async (
    charge: Charge,
    call: Call | NoCall,
    run: Run,
  ): Promise<RpcAnswer> => {
    const cost = prices.ofCall(call);
    try {
      await meter.spend(charge, cost);
    } catch (error) {
      return refuse(asServiceError(error), call);
    }
    if ('error' in call) {
      await meter.settle(charge, cost);
      return refuse(call.error, call);
    }
    try {
      const body = await runCall(call, run);
      await meter.settle(charge, cost);
      return { status: 200, headers: {}, body };
    } catch (thrown) {
      const error = asServiceError(thrown);
      await meter.settle(charge, keptOf(cost, error));
      // "No such method" answers the call, not the path; clients read only replies with status 200.
      const answer = refuse(error, call);
      return error.kind === 'notFound' ? { ...answer, status: 200 } : answer;
    }
  };

  const answerBatch = async (
    charge: Charge,
    calls: readonly (Call | NoCall)[],
    run: Run,
  ): Promise<RpcAnswer> => {
    // A list of nothing but malformed calls is a refusal, not a batch.
    const isCalling = calls.some((call) => !('error' in call));
    const cost = calls.reduce(
      (sum, call) => sum + prices.ofCall(call),
      isCalling ? batchCredits : 0,
    );
    try {
      await meter.spend(charge, cost);
    } catch (error) {
      return refuseBatch(asServiceError(error), calls);
    }
    let failures = 0;
    let kept = cost;
    let last = new ServiceError('upstream');
    const one = async (call: Call | NoCall): Promise<string> => {
      if ('error' in call) return errorText(call.error, call.id, limitStyle);
      try {
        return await runCall(call, run);
      } catch (thrown) {
        const error = asServiceError(thrown);
        onError(error);
        if (kinds[error.kind].status >= 500) {
          failures += 1;
          last = error;
        }
        const price = prices.ofCall(call);
        kept -= price - keptOf(price, error);
        return call.id === undefined ? '' : errorText(error, call.id, limitStyle);
      }
    };
    const replies = (await mapAtMost(calls, one)).filter((text) => text !== '');
    const isFailed = failures === calls.length;
    await meter.settle(charge, isFailed ? 0 : kept);
    if (isFailed) return refuseBatch(last, calls);
    return { status: 200, headers: {}, body: replies.length === 0 ? '' : `[${replies.join(',')}]` };
  };

  const chargeRefusal = async (charge: Charge, error: ServiceError): Promise<void> => {
    const cost = creditsOfStatus(kinds[error.kind].status);
    // What failed for lack of room costs nothing, but counts for the credits of the second.
    const rated = error.kind === 'crowded' ? prices.ofCall({ method: '' }) : cost;
    if (rated > 0) await meter.spend(charge, rated);
    await meter.settle(charge, cost);
  };

  return async (charge: Charge, text: string | Promise<string>, run: Run): Promise<RpcAnswer> => {
    let tooMany: readonly (Call | NoCall)[] = [];
    const refuseAll = (error: ServiceError): RpcAnswer =>
      tooMany.length === 0 ? refuse(error, { id: null }) : refuseBatch(error, tooMany);
    try {
      const calls = readCalls(await text);
      if ('single' in calls) return await answerSingle(charge, calls.single, run);
      if (calls.batch.length <= callsAtMost) return await answerBatch(charge, calls.batch, run);
      // Malformed calls can be two bytes long: an error for each would exceed the request by far.
      tooMany = calls.batch.filter(({ id }) => id !== null);
      throw new ServiceError('malformed', {
        message: `A batch holds at most ${callsAtMost} calls.`,
      });
    } catch (thrown) {
      const error = asServiceError(thrown);
      try {
        await chargeRefusal(charge, error);
      } catch (limit) {
        return refuseAll(asServiceError(limit));
      }
      return refuseAll(error);
    }
  };
};
