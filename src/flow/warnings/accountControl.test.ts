import { describe, expect, it } from '@jest/globals';
import { callOf, messageOf, party, tells, told, transfer } from '../../../test/review/subject';
import type { Meaning } from '../../starknet/meaning/meaning';
import { accountControl } from './accountControl';

type Control = Extract<Meaning, { kind: 'owner' | 'guardian' }>;
const control = (
  kind: Control['kind'],
  change: Control['change'] = 'set',
  contract: string = party.me,
) => callOf(contract, `${change}_${kind}`, { kind, contract, change, who: ['0x5'] });

describe('accountControl', () => {
  it.each(['set', 'add', 'remove', 'recover'] as const)(
    'warns when an owner is to %s',
    (change) => {
      for (const account of [party.me, party.savings])
        expect(tells(accountControl, { calls: [control('owner', change, account)] })).toEqual([
          'critical: Control of your account changes',
        ]);
    },
  );

  it.each(['set', 'add', 'remove', 'recover'] as const)(
    'warns when a guardian is to %s',
    (change) => {
      expect(tells(accountControl, { calls: [control('guardian', change)] })).toEqual([
        "high: Your account's guardian changes",
      ]);
    },
  );

  it('tells of a change that is called off', () => {
    for (const kind of ['owner', 'guardian'] as const)
      expect(tells(accountControl, { calls: [control(kind, 'cancel')] })).toEqual([
        'caution: An account change is cancelled',
      ]);
  });

  it('warns of any of them inside a message', () => {
    for (const kind of ['owner', 'guardian'] as const)
      expect(told(accountControl(messageOf({ calls: [control(kind, 'cancel')] })))).toEqual([
        'critical: Message could take your account',
      ]);
  });

  it('tells of a new owner of another contract', () => {
    expect(tells(accountControl, { calls: [control('owner', 'set', party.stranger)] })).toEqual([
      'caution: Control of a contract changes',
    ]);
  });

  it('is silent about other calls', () => {
    expect(tells(accountControl, { calls: [transfer(party.usdc, party.friend, '1')] })).toEqual([]);
  });
});
