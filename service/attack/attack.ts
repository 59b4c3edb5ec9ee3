import type { startService } from '../src/service';
import type { Disposal } from '../test/testService';
import { get, type Reply, rpc, testService } from '../test/testService';

/** What an attack achieved, in words; undefined if the service held. */
export type Gain = string | undefined;
/** An attack over loopback, of a few seconds at most. */
export type Attack = { name: string; run: (undo: Disposal) => Promise<Gain> };

type Options = Parameters<typeof startService>[0];

/** A service with a free key, as an attacker has, and another caller's. */
export const openTarget = async (undo: Disposal, options: Options) => {
  const service = await testService(undo, options);
  const [attacker, other] = [
    await service.createKey({ plan: 'free' }),
    await service.createKey({ plan: 'custom' }),
  ];
  const call =
    (key: string) =>
    (method: string, params: unknown[] = []): Promise<Reply> =>
      rpc(service.url, key, method, params);
  return {
    service,
    attack: call(attacker.apiKey.key),
    ask: call(other.apiKey.key),
    /** The gas API. */
    get: (name: string) => get(`${service.url}/v3/${other.apiKey.key}/networks/1/${name}`),
  };
};

export const getResult = ({ body }: Reply): unknown => (body as { result?: unknown }).result;

/** The gain if something has happened. */
export const gainIf = (hasHappened: boolean, gain: string): Gain => {
  if (hasHappened) return gain;
  return undefined;
};
