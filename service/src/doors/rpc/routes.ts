import type { IncomingMessage, ServerResponse } from 'node:http';
import { creditsOf } from '@xnet/clients/transport/credits';
import { methodCosts } from '../../meter/costs';
import type { ApiKey } from '../../stores/apiKey';
import type { Context } from '../context';
import { readBody } from '../readBody';
import type { Answer, Server } from '../server';

type Params = { key: string };

const route = '/v3/:key';

const requestOf = (credits: Readonly<Record<string, number>>) => ({
  type: 'object',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { const: '2.0' },
    method: { enum: Object.keys(credits) },
    params: {
      type: ['array', 'object', 'null'],
      description: 'By position. By name as far as the node takes it; null as none.',
    },
    id: { type: ['string', 'number', 'null'] },
  },
});

/** The key, if the request has the usual form; all others go through the framework. */
const plainKeyOf = ({ method, url = '', headers }: IncomingMessage): string | undefined => {
  if (method !== 'POST' || headers['content-length'] === undefined) return undefined;
  if (!/^application\/json(; *charset=utf-8)?$/i.test(headers['content-type'] ?? ''))
    return undefined;
  return /^\/v3\/([0-9a-f]{32})$/.exec(url)?.[1];
};

export const rpcRoutes = ({ server, answerFirst }: Server, context: Context): void => {
  const { authorize, meter, answerCalls, ethereum, options, budgets, fairQueue } = context;

  /** Status, headers and text of the response, for a key that is authorized. Never throws. */
  const answer = async (
    apiKey: ApiKey,
    raw: IncomingMessage,
    response: ServerResponse,
  ): Promise<Answer> => {
    const charge = meter.begin(apiKey);
    const budget = budgets.of(apiKey.key, raw.socket);
    if (response.destroyed) budget.close();
    else response.on('close', budget.close);
    const text = readBody(raw, options.limits, budget);
    const { status, headers, body } = await answerCalls(charge, text, (call) =>
      fairQueue(apiKey.key, call, () => ethereum.call(call, budget)),
    );
    const all: Answer['headers'] = Object.assign(meter.headers(charge), headers);
    if (body === '') return { status: 204, headers: all, body };
    all['content-type'] = 'application/json; charset=utf-8';
    all['content-length'] = Buffer.byteLength(body);
    return { status, headers: all, body };
  };

  // The framework doubles a request's time; it only gets requests of unusual form.
  answerFirst(async (raw, response, begun) => {
    const key = plainKeyOf(raw);
    if (key === undefined) return undefined;
    const apiKey = await authorize.byPath(key, raw.headers.authorization).catch(() => undefined);
    if (apiKey === undefined) return undefined;
    begun.route = route;
    begun.key = key;
    return answer(apiKey, raw, response);
  });

  const named = options.methods.map((method) => [method, creditsOf(method)] as const);
  const credits = { ...methodCosts, ...Object.fromEntries(named) };
  const request = requestOf(credits);

  server.post(
    route,
    {
      config: { credits, body: { oneOf: [request, { type: 'array', items: request }] } },
      schema: { tags: ['rpc'], summary: 'Ethereum JSON-RPC 2.0: one call, or a batch of them.' },
    },
    async (asked, reply) => {
      const { key } = asked.params as Params;
      const apiKey = await authorize.byPath(key, asked.headers.authorization);
      const { status, headers, body } = await answer(apiKey, asked.raw, reply.raw);
      return reply
        .code(status)
        .headers(headers)
        .send(body === '' ? undefined : body);
    },
  );

  server.get(
    '/v3/:key/credits',
    {
      schema: {
        tags: ['credits'],
        summary: "The key's balance of today; free of credits.",
        response: {
          200: {
            type: 'object',
            properties: {
              plan: { type: 'string' },
              creditsPerDay: { type: 'integer' },
              creditsPerSecond: { type: 'integer' },
              used: { type: 'integer' },
              left: { type: 'integer' },
              resetsAt: { type: 'integer', description: 'unix seconds of the next 00:00 UTC' },
            },
          },
        },
      },
    },
    async (asked) => {
      const { key } = asked.params as Params;
      return meter.balance(await authorize.byPath(key, asked.headers.authorization));
    },
  );
};
