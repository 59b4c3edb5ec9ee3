import type { Infer } from '@metamask/superstruct';
import type { AnyStruct } from '../schema/field';
import type { CreditMeter } from '../transport/creditMeter';
import type { Endpoint } from '../transport/endpoint';
import { readResult } from '../transport/failure';
import type { Http } from '../transport/http';

/** A call of the gas API, as a value. */
export type GasCall<S extends AnyStruct, R> = {
  readonly name: string;
  readonly result: S;
  /** Converts the wire's names to ours, which contain the unit. */
  readonly read: (result: Infer<S>) => R;
};

export const defineGasCall = <S extends AnyStruct, R>(call: GasCall<S, R>) => call;

/** Base-fee statistics of a chain. */
export type GasApi = {
  /**
   * @param chainId decimal
   * @throws nodeUnavailable, nodeFault, limitExceeded
   */
  read<S extends AnyStruct, R>(chainId: string, call: GasCall<S, R>): Promise<R>;
};

/** With a secret, the key is sent as HTTP Basic; without one, as part of the path. */
export type GasKey = { readonly key: string; readonly secret?: string };

const GAS_DEADLINE_MS = 10_000;
/** 500 base fees take about 10 kB. */
const GAS_REPLY_BYTES = 256 * 2 ** 10;

/**
 * @param options.url base URL of the service, without a key
 * @example const gas = createGasApi({ http: createHttp({ fetch }), url, key: { key } });
 */
export function createGasApi(options: {
  readonly http: Http;
  readonly url: string;
  readonly key: GasKey;
  readonly meter?: CreditMeter;
}): GasApi {
  const { http, url, key, meter } = options;
  const endpoint = endpointOf(url, key);
  return {
    async read(chainId, { name, result, read }) {
      const path = `/networks/${encodeURIComponent(chainId)}/${name}`;
      const limits = { deadlineMs: GAS_DEADLINE_MS, maxBytes: GAS_REPLY_BYTES };
      const onStatus = (status: number) => meter?.refused(status);
      const body = await http.get(endpoint, { path, ...limits, onStatus });
      meter?.spent(name);
      return read(readResult(name, body, result));
    },
  };
}

function endpointOf(url: string, { key, secret }: GasKey): Endpoint {
  const base = url.replace(/\/+$/u, '');
  if (secret === undefined) return { url: `${base}/v3/${encodeURIComponent(key)}` };
  return { url: base, headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}` } };
}
