import type { ServiceAccess } from '../config';
import type { Outgoing } from '../log/log';

/** A request to the node service as logged: without the key. */
export type Asked = {
  readonly label: string;
  readonly over: 'GET' | 'POST' | 'WebSocket';
  /** Path and query after the service's URL, with `keyWord` for the key. */
  readonly path: string;
  readonly body?: string;
  readonly bodyIs?: 'json' | 'file';
  /** True if key and secret are sent in a header. */
  readonly isBasic?: boolean;
};

/** Placeholder for the key wherever the page shows or copies a request. */
export const keyWord = 'API_KEY';

export const authorization = ({ key, secret }: Pick<ServiceAccess, 'key' | 'secret'>): string =>
  `Basic ${btoa(`${key}:${secret}`)}`;

export const socketUrl = (url: string): string => url.replace(/^http/u, 'ws');

/** @param url base URL of the service */
export function outgoing(url: string, request: Asked): Outgoing {
  const { label, over, path, body = null, bodyIs = 'json', isBasic = false } = request;
  const base = over === 'WebSocket' ? socketUrl(url) : url;
  return { to: 'service', label, over, url: base + path, body, bodyIs, isBasic };
}
