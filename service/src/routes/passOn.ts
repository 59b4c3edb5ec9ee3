import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endAfterReply, isRefusedEarly } from '../connections';
import { ServiceError } from '../errors';

/** Hop-by-hop headers, which are not forwarded. */
const ofConnection = ['connection', 'keep-alive', 'expect', 'upgrade', 'proxy-connection'];

const passed = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name)));

const paths = ['/api/v0/*', '/healthz', '/metrics', '/openapi.json'];

/** Proxies requests that the first process serves; streams both ways, including trailers. */
export const passOnRoutes = (server: FastifyInstance, firstAt: string, bodyLimit: number): void => {
  const passOn = (
    { raw, method, url, headers, body }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const asked = ask({ socketPath: firstAt, path: url, method, headers: passed(headers) });
      asked.once('response', (answer) => {
        reply.hijack();
        const { statusCode = 502 } = answer;
        const headers = passed(answer.headers);
        if (isRefusedEarly(raw, statusCode)) {
          headers.connection = 'close';
          endAfterReply(raw);
          raw.unpipe(asked);
        }
        reply.raw.writeHead(statusCode, headers);
        answer.once('end', () => reply.raw.addTrailers(answer.trailers as Record<string, string>));
        answer.once('error', () => raw.socket.destroy());
        answer.pipe(reply.raw);
        resolve();
      });
      asked.once('error', (cause) => reject(new ServiceError('internal', { cause })));
      reply.raw.once('close', () => asked.destroy());
      if (body instanceof Readable) body.pipe(asked);
      else asked.end();
    });
  for (const url of paths) {
    const config = { isPassedOn: true };
    server.route({ method: ['GET', 'HEAD', 'POST'], url, bodyLimit, config, handler: passOn });
  }
};
