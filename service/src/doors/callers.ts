import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { fail } from '../errors';
import type { ServiceOptions } from '../options';
import { getHost, getPath, type RawRequest } from './checkRequest';

const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost');

/**
 * A page whose host name was made to resolve to this machine (DNS rebinding) is detected by the
 * Host header that its browser sends. An IP address cannot be rebound.
 */
export const isServedHost = (
  host: string | undefined,
  { hostNames }: Pick<ServiceOptions, 'hostNames'>,
): boolean => {
  const name = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(:\d{1,5})?$/i.exec(host ?? '')?.[1]?.toLowerCase();
  if (name === undefined) return false;
  const bare = name.replace(/^\[|\]$/g, '');
  return isIP(bare) !== 0 || isLoopbackName(name) || hostNames.includes(name);
};

/**
 * Sandboxed pages, such as a wallet's module, call with the origin "null". This is safe because
 * every call brings its own API key: the browser adds no cookies or other credentials.
 */
export const isAllowedOrigin = (
  origin: string,
  { origins }: Pick<ServiceOptions, 'origins'>,
): boolean => {
  if (origin === 'null' || origins.includes('*') || origins.includes(origin)) return true;
  const name = /^https?:\/\/([^/:]+|\[::1\])(:\d{1,5})?$/i.exec(origin)?.[1]?.toLowerCase();
  return name !== undefined && (isLoopbackName(name) || name === '127.0.0.1' || name === '[::1]');
};

/** Checks that apply to every request. @throws `wrongHost`, `forbidden`, `wrongMethod` */
export const checkCaller = (
  raw: RawRequest,
  options: Pick<ServiceOptions, 'hostNames' | 'origins'>,
): void => {
  const { headers, httpVersion } = raw;
  const host = getHost(raw);
  // No browser sends HTTP/1.0: health checks of load balancers do.
  const isCheck = host === undefined && httpVersion === '1.0';
  if (!isCheck && !isServedHost(host, options)) fail('wrongHost');
  const { origin } = headers;
  if (origin === undefined || isAllowedOrigin(origin, options)) return;
  // The specification's table for the IPFS API lists a forbidden origin under 405.
  fail(
    getPath(raw).startsWith('/api/v0') ? 'wrongMethod' : 'forbidden',
    'This origin may not call.',
  );
};

/** Response headers that a page may read. */
const exposedHeaders = [
  'x-credits-used',
  'x-credits-left',
  'x-credits-reset',
  'retry-after',
  'x-stream-error',
  'x-stream-output',
  'x-content-length',
  'x-request-id',
];

const exposed = exposedHeaders.join(', ');

/** CORS headers that let a page of this origin, already checked, read the response. */
export const originHeaders = (origin: string): string[] => [
  ...['access-control-allow-origin', origin],
  ...['access-control-expose-headers', exposed],
];

/** Headers of the response to a CORS preflight. */
export const preflightHeaders: readonly string[] = [
  ...['access-control-allow-methods', 'GET, POST'],
  ...['access-control-allow-headers', 'authorization, content-type'],
  ...['access-control-max-age', '600'],
];

/**
 * The address of a caller: that of the connection, or the last one that a balancer in front has put
 * into this header.
 */
export const callerAddress = (
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  header: string | undefined,
): string => {
  const headerText = header === undefined ? undefined : [headers[header]].flat().at(-1);
  const last = headerText?.split(',').at(-1)?.trim() ?? '';
  if (isIP(last) === 0) return socket.remoteAddress ?? '';
  return last;
};
