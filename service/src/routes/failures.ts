import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context';
import { refusedCost } from '../credits/costs';
import { answerOf } from '../credits/limitBody';
import { asServiceError, kinds, ServiceError } from '../errors';

/** An error of the server's own as one of ours. */
const readError = (error: FastifyError | Error): ServiceError => {
  if (error instanceof ServiceError) return error;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new ServiceError('tooLarge');
  if (status === 415) return new ServiceError('mediaType');
  if (status !== undefined && status >= 400 && status < 500) return new ServiceError('malformed');
  return asServiceError(error);
};

/** Each of the three APIs has its own form of an error. */
const bodyOf = (path: string, error: ServiceError, context: Context): object => {
  const { error: wire } = answerOf(error, context.options.limitStyle);
  if (path.startsWith('/api/v0')) return { Message: error.message, Code: 0, Type: 'error' };
  if (/^\/(ws\/)?v3\/[^/]*$/.test(path)) return { jsonrpc: '2.0', id: null, error: wire };
  return { error: wire };
};

/** Answers all that the routes throw, paths that are none, and methods that a path does not have. */
export const failureRoutes = (server: FastifyInstance, context: Context): void => {
  const { authorize, meter, options } = context;
  const known: { path: RegExp; methods: Set<string> }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    const path = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);
    known.push({ path, methods: new Set([method].flat()) });
  });

  const send = (request: FastifyRequest, reply: FastifyReply, error: ServiceError) => {
    const path = request.url.replace(/\?.*$/s, '');
    const { status, headers } = answerOf(error, options.limitStyle);
    if (status === 401) reply.header('www-authenticate', 'Basic realm="xnet"');
    return reply
      .code(status)
      .headers(headers)
      .send(bodyOf(path, error, context));
  };

  /** A request that was refused before its route costs what a refused one costs. */
  const chargeRefused = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { key } = (request.params ?? {}) as { key?: string };
    if (key === undefined) return;
    const apiKey = await authorize.byPath(key, request.headers.authorization);
    const charge = meter.begin(apiKey);
    await meter.add(charge, refusedCost);
    reply.headers(meter.headers(charge));
  };

  server.setErrorHandler(async (thrown: FastifyError, request, reply) => {
    const error = readError(thrown);
    const { status } = kinds[error.kind];
    if (status >= 500) request.log.error({ kind: error.kind, err: error.cause }, error.message);
    if (error.kind === 'tooLarge' || error.kind === 'mediaType' || error.kind === 'malformed') {
      try {
        await chargeRefused(request, reply);
      } catch (limit) {
        return send(request, reply, asServiceError(limit));
      }
    }
    return send(request, reply, error);
  });

  server.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/\?.*$/s, '');
    const methods = known.filter((of) => of.path.test(path)).flatMap((of) => [...of.methods]);
    if (methods.length === 0) return send(request, reply, new ServiceError('notFound'));
    reply.header('allow', [...new Set(methods)].join(', '));
    return send(request, reply, new ServiceError('wrongMethod'));
  });

  // A body that does not arrive keeps a connection for nobody's good. Uploads have time.
  server.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST' || request.url.startsWith('/api/v0')) return;
    const timer = setTimeout(() => {
      reply.header('connection', 'close');
      reply.raw.once('finish', () => request.raw.destroy());
      void send(request, reply, new ServiceError('slow'));
    }, options.limits.bodyMs);
    request.raw.once('end', () => clearTimeout(timer));
    request.raw.once('close', () => clearTimeout(timer));
  });
};
