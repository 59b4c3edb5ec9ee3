import { describe, expect, it } from '@jest/globals';
import { say } from '../texts';
import { hexFact, textFact } from './facts';
import { planSteps } from './planSteps';

const account = { address: '0x12', addressIndex: 3, deployHash: null, sentHash: null };
const create = {
  name: 'create',
  facts: [{ label: say('path.fact.index'), value: '3', kind: 'text' }, hexFact('address', '0x12')],
};
const transaction = (value: string) => [hexFact('transaction', value)];
const balance = (value: string) => ({
  name: 'fund',
  facts: [{ label: say('path.fact.balance'), value, kind: 'strk' }],
});

describe('planSteps', () => {
  it('plans nothing without an account', () => {
    expect(planSteps({ account: null, balanceFri: null, deployed: null })).toEqual([]);
  });

  it('leaves funding open while an account that is not deployed has nothing', () => {
    expect(planSteps({ account, balanceFri: 0n, deployed: false })).toEqual([create]);
    expect(planSteps({ account, balanceFri: null, deployed: null })).toEqual([create]);
    expect(planSteps({ account, balanceFri: 0n, deployed: true })).toContainEqual(balance('0'));
  });

  it('follows a deployment that was sent, once there is a balance', () => {
    const sent = { ...account, deployHash: '0xd' };
    expect(planSteps({ account: sent, balanceFri: 5n, deployed: false })).toEqual([
      create,
      balance('5'),
      { name: 'deploy', followed: '0xd' },
    ]);
    expect(planSteps({ account: sent, balanceFri: 0n, deployed: false })).toEqual([create]);
  });

  it('believes what the chain said before while no node answers', () => {
    const was = { ...account, deployHash: '0xd', wasDeployed: true };
    expect(planSteps({ account: was, balanceFri: null, deployed: null })).toEqual([
      create,
      {
        name: 'fund',
        facts: [textFact('balance', say('path.fact.unknownBalance'))],
      },
      { name: 'deploy', facts: transaction('0xd') },
    ]);
  });

  it('shows what was sent, and watches it, once the account is deployed', () => {
    const sent = { ...account, sentHash: '0x5' };
    expect(planSteps({ account: sent, balanceFri: 5n, deployed: true })).toEqual([
      create,
      balance('5'),
      { name: 'deploy', facts: [] },
      { name: 'send', facts: transaction('0x5') },
      { name: 'watch', followed: '0x5' },
    ]);
    expect(planSteps({ account: sent, balanceFri: 5n, deployed: false })).toHaveLength(2);
  });
});
