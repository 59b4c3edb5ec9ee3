import { isRecord } from './record';

/**
 * The one table of neutral and real names. A dapp may use either; everything behind this file knows
 * the real ones only.
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

/** A method without parameters carries no params; `null` in their place means the same. */
function withoutEmptyParams(request: unknown): unknown {
  if (!isRecord(request)) return request;
  const { params, ...rest } = request;
  return params === undefined || params === null ? rest : request;
}

/** What is asked of the module, in the params of the request that names it. */
export const moduleRequest = (params: unknown): Record<string, unknown> =>
  isRecord(params) && isRecord(params.request) ? params.request : {};

/** The method that is asked of the module, which knows each by two prefixes, without either. */
export function moduleMethod(params: unknown): string {
  const { method } = moduleRequest(params);
  return typeof method === 'string' ? method.replace(/^(xnet|starkNet)_/u, '') : '';
}
