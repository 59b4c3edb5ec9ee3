import { useSyncExternalStore } from 'react';

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

const titles = {
  start: 'Start here',
  scenarios: 'Scenarios',
  batteries: 'Batteries',
  gas: 'Gas',
  ipfs: 'IPFS',
  rpc: 'JSON-RPC',
  run: 'Send JSON',
} as const;

/** The page's title in its tab. */
export function getTitle(route: Route): string {
  if (route.page === 'method') return route.name;
  if (route.page === 'rpc' && route.name !== '') return `${titles.rpc}: ${route.name}`;
  if (route.page === 'batteries' && route.battery !== '')
    return `${titles.batteries}: ${route.battery}`;
  return titles[route.page];
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
