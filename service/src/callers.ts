import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { fail } from './errors';
import type { ServiceOptions } from './options';

const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost');

/**
 * A page on another's name that resolves to this machine (DNS rebinding) is known by the Host that
 * its browser sends. An address can not be rebound.
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
 * Sandboxed pages, such as a wallet's module, call with the origin "null". They bring a key of their
 * own with each call, as all do: no cookie and nothing of the browser's speaks for them.
 */
export const isAllowedOrigin = (
  origin: string,
  { origins }: Pick<ServiceOptions, 'origins'>,
): boolean => {
  if (origin === 'null' || origins.includes('*') || origins.includes(origin)) return true;
  const name = /^https?:\/\/([^/:]+|\[::1\])(:\d{1,5})?$/i.exec(origin)?.[1]?.toLowerCase();
  return name !== undefined && (isLoopbackName(name) || name === '127.0.0.1' || name === '[::1]');
};

/** What every request must be, whatever it asks for. @throws `wrongHost`, `forbidden`, `wrongMethod` */
export const checkCaller = (
  { headers, url }: Pick<IncomingMessage, 'headers' | 'url'>,
  options: Pick<ServiceOptions, 'hostNames' | 'origins'>,
): void => {
  if (!isServedHost(headers.host, options)) fail('wrongHost');
  const { origin } = headers;
  if (origin === undefined || isAllowedOrigin(origin, options)) return;
  // The specification's table of the IPFS API counts this among the methods not allowed.
  fail(url?.startsWith('/api/v0') ? 'wrongMethod' : 'forbidden', 'This origin may not call.');
};

/** What a page may read of a reply, beside its body. */
const exposedHeaders = [
  ...['x-credits-used', 'x-credits-left', 'x-credits-reset', 'retry-after'],
  ...['x-stream-error', 'x-stream-output', 'x-content-length'],
];

/** Headers by which a browser lets a page of that origin, which may call, have the reply. */
export const originHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': exposedHeaders.join(', '),
});

/** Headers of the answer to a browser that asks before it calls. */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '600',
};
