import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asServiceError, kinds, ServiceError } from '../errors';
import { getCode } from '../upstream/reasons';
import type { Metrics } from './operations/metrics';
import { errorBody, errorHeaders } from './send';

/** Converts the framework's errors. */
const readError = (error: FastifyError | Error): ServiceError => {
  if (error instanceof ServiceError) return error;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new ServiceError('tooLarge');
  if (status === 415) return new ServiceError('mediaType');
  if (status !== undefined && status >= 400 && status < 500) return new ServiceError('malformed');
  return asServiceError(error);
};

/** Answers everything that routes throw, unknown paths, and methods a path does not support. */
export const failureRoutes = (server: FastifyInstance, metrics: Metrics): void => {
  const patterns: { path: RegExp; methods: Set<string> }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    const path = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);
    patterns.push({ path, methods: new Set([method].flat()) });
  });

  const send = (request: FastifyRequest, reply: FastifyReply, error: ServiceError): void => {
    const path = request.url.replace(/\?.*$/s, '');
    metrics.countRefusal(error.kind);
    void reply
      .code(kinds[error.kind].status)
      .headers(errorHeaders(error))
      .send(errorBody(path, error));
  };

  server.setErrorHandler((thrown: FastifyError, request, reply) => {
    const error = readError(thrown);
    const { status } = kinds[error.kind];
    const { id, url } = request;
    const { kind, cause } = error;
    // Messages about IPFS may hold names of a caller's files, and any caller can raise them.
    if (status >= 500 && url.startsWith('/api/v0/')) {
      request.log.warn({ id, kind, code: getCode(cause ?? error) }, 'an IPFS call failed');
    } else if (status >= 500) request.log.error({ id, kind, err: cause }, error.message);
    send(request, reply, error);
  });

  server.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/\?.*$/s, '');
    const methods = patterns
      .filter((pattern) => pattern.path.test(path))
      .flatMap((pattern) => [...pattern.methods]);
    if (methods.length === 0) return send(request, reply, new ServiceError('notFound'));
    reply.header('allow', [...new Set(methods)].join(', '));
    return send(request, reply, new ServiceError('wrongMethod'));
  });
};
