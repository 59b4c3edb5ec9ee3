import { isRecord } from '../record';

/**
 * The only table of neutral and real names. A dapp may use either; everything behind this file uses
 * the real names.
 */
const methodNames: ReadonlyMap<string, string> = new Map([
  ['wallet_invokeModule', 'wallet_invokeSnap'],
  ['wallet_requestModules', 'wallet_requestSnaps'],
  ['wallet_getModules', 'wallet_getSnaps'],
]);

const paramNames: ReadonlyMap<string, string> = new Map([['moduleId', 'snapId']]);

export type NamedRequest = { method: string; params?: unknown };

/** Rewrites a request's method and the names of its top-level params to the real ones. */
export function toRealNames({ method, params }: NamedRequest): NamedRequest {
  const realMethod = methodNames.get(method) ?? method;
  if (realMethod !== 'wallet_invokeSnap' || !isRecord(params))
    return { method: realMethod, params };
  const renamed = Object.entries(params).map(([name, value]) => [
    paramNames.get(name) ?? name,
    name === 'request' ? withoutEmptyParams(value) : value,
  ]);
  return { method: realMethod, params: Object.fromEntries(renamed) };
}

/** Removes `params: null` of a method without parameters. */
function withoutEmptyParams(request: unknown): unknown {
  if (!isRecord(request)) return request;
  const { params, ...fields } = request;
  if (params === undefined || params === null) return fields;
  return request;
}

/** The request to the module, inside the params of the request that names it. */
export const moduleRequest = (params: unknown): Record<string, unknown> => {
  if (isRecord(params) && isRecord(params.request)) return params.request;
  return {};
};

/** The module method that is called, without its prefix, of which the module accepts two. */
export function moduleMethod(params: unknown): string {
  const { method } = moduleRequest(params);
  if (typeof method === 'string') return method.replace(/^(xnet|starkNet)_/u, '');
  return '';
}
