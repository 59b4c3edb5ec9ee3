import { describe, expect, it } from '@jest/globals';
import { callOf, party, tells, transfer } from '../../../test/review/subject';
import type { Act } from '../../starknet/meaning/meaning';
import { receiverOther } from './receiverOther';

const { router, stranger, savings, me, usdc } = party;
const act = (name: Act, to?: string) =>
  callOf(router, name, {
    kind: 'act',
    contract: router,
    name: 'AVNU',
    act: name,
    quantities: [],
    ...(to !== undefined && { to }),
  });
const swap = (to?: string) =>
  callOf(router, 'swap', {
    kind: 'swap',
    router,
    name: 'AVNU',
    sell: null,
    buy: null,
    ...(to !== undefined && { to }),
  });

describe('receiverOther', () => {
  it('warns of a swap for somebody else', () => {
    expect(tells(receiverOther, { calls: [swap(stranger)] })).toEqual([
      'high: Somebody else would receive it',
    ]);
  });

  it.each(['withdraw', 'claim', 'removeLiquidity', 'deposit', 'stakeRewardsTo'] as const)(
    'tells of somebody else in %s',
    (name) => {
      expect(tells(receiverOther, { calls: [act(name, stranger)] })).toEqual([
        'caution: Somebody else would receive it',
      ]);
    },
  );

  it('tells of a stake whose rewards go to somebody else', () => {
    const stake = { kind: 'stake', contract: router, change: 'claim', amount: null } as const;
    const calls = [callOf(router, 'claim_rewards', { ...stake, to: stranger })];
    expect(tells(receiverOther, { calls })).toHaveLength(1);
  });

  it('is silent about own accounts, transfers, and acts that are about others', () => {
    const calls = [
      swap(),
      swap(me),
      swap(savings),
      act('withdraw'),
      act('withdraw', savings),
      act('delegate', stranger),
      act('sendPieces', stranger),
      transfer(usdc, stranger, '1'),
    ];
    expect(tells(receiverOther, { calls })).toEqual([]);
  });
});
