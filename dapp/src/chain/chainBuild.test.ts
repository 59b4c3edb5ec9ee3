import { describe, expect, it } from '@jest/globals';
import type { ChainBuild } from '../config';
import { createChainWait } from './chainBuild';

/** A page's server that answers with each of these in turn; `lost` is a broken connection. */
const served = (...answers: (ChainBuild | 'lost')[]) => {
  const asked: string[] = [];
  let looks = 0;
  const request = (async (url: string) => {
    asked.push(url);
    const answer = answers.shift();
    if (answer === undefined || answer === 'lost') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer));
  }) as typeof fetch;
  const wait = async () => {
    looks += 1;
  };
  return { parts: { request, wait }, asked, looks: () => looks };
};
const building = { state: 'building', done: 5, total: 10 } as const;

describe('createChainWait', () => {
  it('asks nothing if the chain is there', async () => {
    const { parts, asked } = served();
    const wait = createChainWait({ ...parts, isAwaited: false });
    await wait.ready();
    expect(asked).toEqual([]);
    expect(wait.isUnderWay()).toBe(false);
  });

  it('follows the build until the chain is there, also past a lost connection', async () => {
    const { parts, asked, looks } = served(building, 'lost', { state: 'ready' });
    const wait = createChainWait({ ...parts, isAwaited: true });
    expect(wait.isUnderWay()).toBe(true);
    const seen: ChainBuild[] = [];
    wait.store.subscribe(() => seen.push(wait.store.get().build));
    await wait.ready();
    expect(seen).toEqual([building, { state: 'ready' }]);
    expect(asked).toHaveLength(3);
    expect(looks()).toBe(2);
    expect(wait.isUnderWay()).toBe(false);
  });

  it('explains why there will be no chain', async () => {
    const { parts } = served({ state: 'failed', reason: 'No compiler.' });
    const wait = createChainWait({ ...parts, isAwaited: true });
    await expect(wait.ready()).rejects.toThrow('could not be built: No compiler.');
  });
});
