import type { Context } from '../context';
import type { Server } from '../server';
import { createServeCalls, type Target, takeCalls } from './serve';

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

export const rpcRoutes = (http: Server, context: Context): void => {
  const { server } = http;
  const { authorize, meter, options, prices } = context;
  const serve = createServeCalls(http, context);
  http.answerFirst(takeCalls(serve));

  const credits = prices.list(options.methods);
  const request = requestOf(credits);

  const addCalls = ([route, scope]: (typeof routes)[number]): void => {
    const summary = `Ethereum JSON-RPC 2.0 ${scope}: one call, or a batch of them.`;
    const body = { oneOf: [request, { type: 'array', items: request }] };
    const about = { config: { credits, body }, schema: { tags: ['rpc'], summary } };
    server.post(route, about, (fastifyRequest, reply) => {
      reply.hijack();
      return serve(
        fastifyRequest.raw,
        reply.raw,
        http.visit(fastifyRequest.raw),
        fastifyRequest.params as Target,
      );
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
    async (fastifyRequest) => {
      const { key } = fastifyRequest.params as Target;
      return meter.balance(await authorize.byPath(key, fastifyRequest.headers.authorization));
    },
  );
};
