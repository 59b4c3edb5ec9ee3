import { creditsOf } from '@xnet/clients/transport/credits';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';
import { methodCosts } from '../credits/costs';
import { readBody } from './readBody';

type Params = { key: string };

const requestOf = (credits: Readonly<Record<string, number>>) => ({
  type: 'object',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { const: '2.0' },
    method: { enum: Object.keys(credits) },
    params: { type: 'array' },
    id: { type: ['string', 'number', 'null'] },
  },
});

export const rpcRoutes = (server: FastifyInstance, context: Context): void => {
  const { authorize, meter, answerCalls, ethereum, options, roomFor } = context;

  const named = options.methods.map((method) => [method, creditsOf(method)] as const);
  const credits = { ...methodCosts, ...Object.fromEntries(named) };
  const request = requestOf(credits);

  server.post(
    '/v3/:key',
    {
      config: { credits, body: { oneOf: [request, { type: 'array', items: request }] } },
      schema: { tags: ['rpc'], summary: 'Ethereum JSON-RPC 2.0: one call, or a batch of them.' },
    },
    async (asked, reply) => {
      const { key } = asked.params as Params;
      const apiKey = await authorize.byPath(key, asked.headers.authorization);
      const charge = meter.begin(apiKey);
      const room = roomFor(key, asked.raw.socket);
      if (reply.raw.destroyed) room.close();
      else reply.raw.once('close', room.close);
      const body = readBody(asked, options.limits, room);
      const answer = await answerCalls(charge, body, (call) => ethereum.call(call, room));
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
