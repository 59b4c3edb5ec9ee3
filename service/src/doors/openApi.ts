import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { version } from '../../package.json';

declare module 'fastify' {
  /** A route's addition to the document, besides the schemas that validate it. */
  interface FastifyContextConfig {
    body?: object;
    credits?: Readonly<Record<string, number>>;
  }
}

/** Statuses besides 200, by a route's tag; each has an `error`, or `Message` in the IPFS API. */
const statuses: Readonly<Record<string, readonly number[]>> = {
  gas: [401, 402, 403, 404, 429, 502, 504],
  rpc: [204, 401, 402, 403, 408, 413, 429, 502, 504],
  socket: [101, 401, 403, 404, 405, 426],
  credits: [401, 403],
  ipfs: [401, 403, 404, 405, 413, 429],
  operations: [403],
};

/** Any request may be malformed, of an unknown coding or host, or come at a bad moment. */
const ofAll = [400, 415, 421, 500, 501, 503];

const meanings: Readonly<Record<number, string>> = {
  402: "The day's credits are spent (free of credits).",
  413: 'What was sent, or what it asks for, is too large.',
  429: 'Too fast, or the own limit of the key is reached (free of credits).',
  503: 'Not now: the service is full, or ends (free of credits).',
};

/** Responses have the type "null": the document has no schema of their bodies. */
const responsesOf = (tags: readonly string[]): Record<number, object> =>
  Object.fromEntries(
    [...tags.flatMap((tag) => statuses[tag] ?? []), ...ofAll].map((status) => [
      status,
      { type: 'null', description: meanings[status] ?? STATUS_CODES[status] },
    ]),
  );

/** Serves an OpenAPI document of all routes added after this call, generated from their schemas. */
export const openApiRoute = async (server: FastifyInstance): Promise<void> => {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Xnet node service', version },
      components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
    },
    transform: ({ schema, url, route: { config } }) => {
      const { body, credits } = config ?? {};
      const { 200: answerSchema = { type: 'null' } } = (schema.response ?? {}) as Record<
        number,
        object
      >;
      const ok = { ...answerSchema, 'x-response-description': 'OK' };
      const response = { 200: ok, ...responsesOf(schema.tags ?? []) };
      const additions = { ...(body && { body }), ...(credits && { 'x-credits': credits }) };
      return { url, schema: { ...schema, ...additions, response } };
    },
  });
  server.get(
    '/openapi.json',
    { schema: { tags: ['operations'], summary: 'This document.' } },
    async () => server.swagger(),
  );
};
