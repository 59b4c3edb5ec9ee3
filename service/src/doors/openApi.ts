import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { version } from '../../package.json';

declare module 'fastify' {
  /** What a route adds to the document, besides the schemas that validate it. */
  interface FastifySchema {
    tags?: readonly string[];
    summary?: string;
    security?: readonly object[];
  }
}

type Schema = Pick<FastifySchema, 'tags' | 'summary' | 'security'> & {
  querystring?: { properties?: Record<string, object>; required?: readonly string[] };
  response?: Record<string, object>;
};

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

const responsesOf = (tags: readonly string[]): Record<number, object> =>
  Object.fromEntries(
    tags
      .flatMap((tag) => statuses[tag] ?? [])
      .concat(ofAll)
      .map((status) => [status, { description: meanings[status] ?? STATUS_CODES[status] ?? '' }]),
  );

const operationOf = (route: RouteOptions): object => {
  const schema = (route.schema ?? {}) as Schema;
  const { body, credits } = (route.config ?? {}) as { body?: object; credits?: object };
  const inPath = [...route.url.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(schema.querystring?.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    schema: property,
    required: schema.querystring?.required?.includes(name) ?? false,
  }));
  const response = schema.response?.['200'];
  return {
    tags: schema.tags ?? [],
    summary: schema.summary ?? '',
    ...(credits ? { 'x-credits': credits } : {}),
    ...(schema.security ? { security: schema.security } : {}),
    parameters: [...inPath, ...inQuery],
    ...(body ? { requestBody: { content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      200: {
        description: 'OK',
        ...(response ? { content: { 'application/json': { schema: response } } } : {}),
      },
      ...responsesOf(schema.tags ?? []),
    },
  };
};

/** Serves an OpenAPI document of all routes added after this call, generated from their schemas. */
export const openApiRoute = (server: FastifyInstance): void => {
  const paths: Record<string, Record<string, object>> = {};
  server.addHook('onRoute', (route) => {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' || method === 'OPTIONS' || path.includes('*')) continue;
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(route) };
    }
  });
  server.get(
    '/openapi.json',
    { schema: { tags: ['operations'], summary: 'This document.' } },
    async () => ({
      openapi: '3.1.0',
      info: { title: 'Xnet node service', version },
      paths,
      components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
    }),
  );
};
