import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LocalChain } from '../../scripts/start/localChain';
import { startChain } from '../chain/chain';
import { listFaults } from '../endurance/faults';
import { type Operation, openOperations } from '../endurance/interruptedOperations';
import { interruptEverywhere } from '../endurance/kills';
import type { Mishap } from './crossings';

let chain: LocalChain;
let send: Operation;
let deployAndSend: Operation;
beforeAll(async () => {
  chain = await startChain({ blocks: 'demand' });
  const [first, second] = await openOperations(chain.url);
  if (!first || !second) throw new Error('There are no operations.');
  send = first;
  deployAndSend = second;
}, 180_000);
afterAll(() => chain?.stop());

describe('a module that fails in the middle of executeTxn', () => {
  // @promise T31.1
  it.each<Mishap>(['killed', 'killed after it', 'request fails', 'answer is lost'])(
    'keeps account and journal in step with the chain wherever: %s',
    async (mishap) => {
      const list = listFaults();
      const { cases, sent } = await interruptEverywhere(send, mishap, list);
      expect(list.faults).toEqual([]);
      expect(cases).toBeGreaterThan(5);
      expect(sent).toBeGreaterThan(0);
      expect(sent).toBeLessThan(cases);
    },
    120_000,
  );

  it('recovers when it is killed between a deployment and the first call', async () => {
    const list = listFaults();
    const { cases, sent } = await interruptEverywhere(deployAndSend, 'killed', list);
    expect(list.faults).toEqual([]);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(cases);
  }, 120_000);
});
