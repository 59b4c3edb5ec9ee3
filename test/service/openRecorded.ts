import { expect } from '@jest/globals';
import { getTold, type Recording, recordedChainIds, recordings } from '../chain/recordings';
import { openService, startUpstream } from './openService';

export type Fields = Record<string, unknown>;

/** The service in front of a node that replays recorded responses. */
export async function openRecorded(of: 'geth' | 'ethereumjs') {
  const recorded = recordings(of);
  const upstream = await startUpstream((method, params) => {
    const told = getTold(recorded, method, params);
    if (told === undefined) return 503;
    const { result, error } = told;
    return error === undefined ? { result } : { error };
  }, recordedChainIds[of]);
  const service = await openService({ eth: [upstream.url] });
  const byName = new Map(recorded.map((each) => [each.name, each]));
  const recording = (name: string) => byName.get(`${name}.io`) as Recording; // Of a name that is there.
  return {
    told: (name: string) => recording(name).reply.result as Fields,
    /** The service's response for a recorded exchange. */
    async shaped(name: string): Promise<Fields> {
      const response = await fetch(service.rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(recording(name).request),
      });
      expect(response.status).toBe(200);
      return ((await response.json()) as { result: Fields }).result;
    },
    async stop() {
      await service.stop();
      await upstream.stop();
    },
  };
}
