import type { FastifyInstance } from 'fastify';
import { fail } from '../../errors';
import { isAllowedMethod } from '../../meter/rules';
import type { Context } from '../context';
import { readBody } from '../readBody';

type Params = { key: string; chainId?: string };

const routes = [
  ['/v3/:key', 'of the first chain'],
  ['/v3/:key/networks/:chainId', 'of this chain'],
] as const;

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

export const rpcRoutes = (server: FastifyInstance, context: Context): void => {
  const { authorize, meter, answerCalls, chains, options, budgets, prices } = context;

  const credits = prices.list(options.methods);
  const request = requestOf(credits);

  const addCalls = ([route, which]: (typeof routes)[number]): void => {
    const summary = `Ethereum JSON-RPC 2.0 ${which}: one call, or a batch of them.`;
    const body = { oneOf: [request, { type: 'array', items: request }] };
    const about = { config: { credits, body }, schema: { tags: ['rpc'], summary } };
    server.post(route, about, async (asked, reply) => {
      const { raw, headers, id } = asked;
      const { key, chainId } = asked.params as Params;
      const apiKey = await authorize.byPath(key, headers.authorization);
      const { ethereum, fairQueue } = await chains.of(chainId);
      const charge = meter.begin(apiKey);
      const budget = budgets.of(key, raw.socket);
      if (reply.raw.destroyed) budget.close();
      else reply.raw.on('close', budget.close);
      const text = readBody(raw, options.limits, budget);
      const caller = { key, origin: headers.origin };
      const answer = await answerCalls(charge, text, (call) => {
        if (!isAllowedMethod(options.rules, caller, call.method)) fail('forbidden');
        return fairQueue(key, call, () => ethereum.call({ ...call, request: id }, budget));
      });
      reply.headers(meter.headers(charge)).headers(answer.headers);
      // Returned, not sent here: the framework would wait for the response with listeners of its own.
      reply.code(answer.body === '' ? 204 : answer.status);
      if (answer.body === '') return null;
      reply.type('application/json; charset=utf-8');
      return answer.body;
    });
  };
  routes.forEach(addCalls);

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
