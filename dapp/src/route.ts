import { useSyncExternalStore } from 'react';
import { type Label, say } from './texts';

export type Route =
  | { readonly page: 'start' }
  | { readonly page: 'scenarios' }
  | { readonly page: 'batteries'; readonly battery: string; readonly id: string }
  | { readonly page: 'gas' }
  | { readonly page: 'rpc'; readonly name: string }
  | { readonly page: 'ipfs' }
  | { readonly page: 'method'; readonly name: string }
  | { readonly page: 'run'; readonly method: string; readonly params: string };

/** `#/` · `#/scenarios` · `#/batteries/<battery>/<case>` · `#/gas` · `#/rpc/<name>` · `#/ipfs` · `#/method/<name>` · `#/run?method=<name>&params=<JSON>` */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/u, '').split(/\?(.*)/su);
  const [, page, name, id = ''] = path.split('/');
  if (page === 'method' && name) return { page, name };
  if (page === 'scenarios' || page === 'gas' || page === 'ipfs') return { page };
  if (page === 'rpc') return { page, name: name ?? '' };
  if (page === 'batteries') return { page, battery: name ?? '', id };
  if (page === 'run') {
    const search = new URLSearchParams(query);
    return { page, method: search.get('method') ?? '', params: search.get('params') ?? '' };
  }
  return { page: 'start' };
}

/** The page's title in its tab. */
export function getTitle(route: Route): Label {
  if (route.page === 'method') return route.name;
  const page = say(`page.title.${route.page}`);
  if (route.page === 'rpc' && route.name !== '')
    return say('page.titleOf', { page, name: route.name });
  if (route.page === 'batteries' && route.battery !== '')
    return say('page.titleOf', { page, name: route.battery });
  return page;
}

export const methodLink = (name: string): string => `#/method/${name}`;
/** @param id of a case, or empty for the whole battery */
export const batteryLink = (battery: string, id = ''): string =>
  `#/batteries/${battery}${id && `/${id}`}`;
/** @param name of an Ethereum method, or `batch` */
export const rpcLink = (name: string): string => `#/rpc/${name}`;
export const runLink = (method: string, params: string): string =>
  `#/run?${new URLSearchParams({ method, params })}`;

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export const useRoute = (): Route =>
  readRoute(useSyncExternalStore(subscribe, () => window.location.hash));
