import { isIP } from 'node:net';
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
