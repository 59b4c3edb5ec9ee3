import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';

type Params = { key: string };

const request = {
  type: 'object',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { const: '2.0' },
    method: { type: 'string' },
    params: { type: 'array' },
    id: { type: ['string', 'number', 'null'] },
  },
} as const;

export const rpcRoutes = (server: FastifyInstance, context: Context): void => {
  const { authorize, meter, answerCalls, ethereum } = context;

  server.post(
    '/v3/:key',
    {
      config: { body: { oneOf: [request, { type: 'array', items: request }] } },
      schema: { tags: ['rpc'], summary: 'Ethereum JSON-RPC 2.0: one call, or a batch of them.' },
    },
    async (asked, reply) => {
      const { key } = asked.params as Params;
      const apiKey = await authorize.byPath(key, asked.headers.authorization);
      const charge = meter.begin(apiKey);
      const text = typeof asked.body === 'string' ? asked.body : '';
      const answer = await answerCalls(charge, text, ethereum.call);
      reply.code(answer.status).headers({ ...answer.headers, ...meter.headers(charge) });
      if (answer.body === '') return reply.code(204).send();
      return reply.type('application/json').send(answer.body);
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
