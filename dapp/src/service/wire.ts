import type { ServiceAccess } from '../config';
import type { Outgoing } from '../log/log';

/** A request to the node service, as it is written down: without the key. */
export type Asked = {
  readonly label: string;
  readonly over: 'GET' | 'POST' | 'WebSocket';
  /** Path and query behind the service's URL; `keyWord` in the place of the key. */
  readonly path: string;
  readonly body?: string;
  readonly bodyIs?: 'json' | 'file';
  /** True where key and secret travel in a header. */
  readonly isBasic?: boolean;
};

/** Stands for the key in what can be seen and copied on the page. */
export const keyWord = 'API_KEY';

export const authorization = ({ key, secret }: Pick<ServiceAccess, 'key' | 'secret'>): string =>
  `Basic ${btoa(`${key}:${secret}`)}`;

export const socketUrl = (url: string): string => url.replace(/^http/u, 'ws');

/** @param url of the service */
export function outgoing(url: string, asked: Asked): Outgoing {
  const { label, over, path, body = null, bodyIs = 'json', isBasic = false } = asked;
  const base = over === 'WebSocket' ? socketUrl(url) : url;
  return { to: 'service', label, over, url: base + path, body, bodyIs, isBasic };
}
