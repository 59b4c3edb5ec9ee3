import type { FastifyInstance, RouteOptions } from 'fastify';

declare module 'fastify' {
  /** What a route says of itself for the document, beside the schemas it is held to. */
  interface FastifySchema {
    tags?: readonly string[];
    summary?: string;
    security?: readonly object[];
  }
}

type Schema = {
  tags?: readonly string[];
  summary?: string;
  security?: readonly object[];
  querystring?: { properties?: Record<string, object>; required?: readonly string[] };
  response?: Record<string, object>;
};

const limited = {
  402: { description: "The day's credits are spent (free of credits)." },
  429: { description: 'Too fast, or the own limit of the key is reached (free of credits).' },
};

const operationOf = (route: RouteOptions): object => {
  const schema = (route.schema ?? {}) as Schema;
  const body = (route.config as { body?: object } | undefined)?.body;
  const inPath = [...route.url.matchAll(/:(\w+)/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }));
  const inQuery = Object.entries(schema.querystring?.properties ?? {}).map(([name, property]) => ({
    ...{ name, in: 'query', schema: property },
    required: schema.querystring?.required?.includes(name) ?? false,
  }));
  const response = schema.response?.['200'];
  return {
    tags: schema.tags ?? [],
    summary: schema.summary ?? '',
    ...(schema.security ? { security: schema.security } : {}),
    parameters: [...inPath, ...inQuery],
    ...(body ? { requestBody: { content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      200: {
        description: 'OK',
        ...(response ? { content: { 'application/json': { schema: response } } } : {}),
      },
      ...(schema.tags?.some((tag) => tag === 'gas' || tag === 'rpc') ? limited : {}),
    },
  };
};

/** Serves the document of all routes that are added after this call, from their own schemas. */
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
      info: { title: 'Xnet node service', version: '0.1.0' },
      paths,
      components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
    }),
  );
};
