import type { IncomingMessage, ServerResponse } from 'node:http';
import { asServiceError, fail, kinds } from '../../errors';
import { isAllowedMethod } from '../../meter/rules';
import type { Context } from '../context';
import { readBody } from '../readBody';
import type { Visit } from '../requestLog';
import { sendError, sendText } from '../send';
import type { Direct, Server } from '../server';

export type Target = { key: string; chainId?: string | undefined };

/** Answers JSON-RPC over HTTP. Never throws. */
export type ServeCalls = (
  raw: IncomingMessage,
  response: ServerResponse,
  visit: Visit,
  target: Target,
) => Promise<void>;

/** Serves most calls: nothing here waits for anything but the body, the node and a shared store. */
export const createServeCalls = (
  { getHeaders }: Pick<Server, 'getHeaders'>,
  context: Context,
): ServeCalls => {
  const { authorize, meter, answerCalls, chains, options, budgets, metrics, log } = context;

  const serve: ServeCalls = async (raw, response, visit, { key, chainId }) => {
    const { origin, authorization } = raw.headers;
    const finding = authorize.byPath(key, authorization);
    const apiKey = finding instanceof Promise ? await finding : finding;
    const choosing = chains.of(chainId);
    const { ethereum, fairQueue } = choosing instanceof Promise ? await choosing : choosing;
    const charge = meter.begin(apiKey);
    const budget = budgets.of(key, raw.socket);
    if (response.destroyed) budget.close();
    else response.on('close', budget.close);
    // The rest of what has arrived with the headers is read after them.
    await undefined;
    const read = () => readBody(raw, options.limits, budget);
    const caller = { key, origin };
    const answer = await answerCalls(charge, read, (call) => {
      if (!isAllowedMethod(options.rules, caller, call.method)) fail('forbidden');
      return fairQueue(key, call, () => ethereum.call({ ...call, request: visit.id }, budget));
    });
    const headers = getHeaders(raw, visit);
    for (const [name, value] of Object.entries({ ...meter.headers(charge), ...answer.headers }))
      headers.push(name, value);
    const status = answer.body === '' ? 204 : answer.status;
    sendText(raw, response, { status, headers, text: answer.body });
  };

  return async (raw, response, visit, target) => {
    try {
      await serve(raw, response, visit, target);
    } catch (thrown) {
      const error = asServiceError(thrown);
      metrics.countRefusal(error.kind);
      if (kinds[error.kind].status >= 500)
        log.error({ id: visit.id, kind: error.kind, err: error.cause }, error.message);
      const headers = getHeaders(raw, visit);
      if (response.headersSent) response.destroy();
      else sendError(raw, response, { path: raw.url ?? '', error, headers });
    }
  };
};

const path = /^\/v3\/([^/?%]+)(?:\/networks\/([^/?%]+))?(?:\?|$)/;

/** Takes calls whose path is spelled plainly; the framework decodes all others. */
export const takeCalls =
  (serve: ServeCalls): Direct =>
  (raw, response, visit) => {
    const match = raw.method === 'POST' ? path.exec(raw.url ?? '') : null;
    if (match === null) return false;
    const [, key = '', chainId] = match;
    visit.route = chainId === undefined ? '/v3/:key' : '/v3/:key/networks/:chainId';
    void serve(raw, response, visit, { key, chainId });
    return true;
  };
