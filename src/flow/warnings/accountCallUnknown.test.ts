import { describe, expect, it } from '@jest/globals';
import { callOf, messageOf, party, tells, told } from '../../../test/review/subject';
import { accountCallUnknown } from './accountCallUnknown';

describe('accountCallUnknown', () => {
  it('warns of an unknown call to an own account', () => {
    for (const account of [party.me, party.savings])
      expect(tells(accountCallUnknown, { calls: [callOf(account, 'do_something')] })).toEqual([
        'high: Unknown order to your account',
      ]);
  });

  it.each([
    'upgrade_now',
    'replace_class',
    'changeOwners',
    'set_public_key',
    'add_signers',
    'trigger_escape',
    'add_plugin',
    'grant_role',
  ])('warns louder where the name speaks of control: %s', (name) => {
    expect(tells(accountCallUnknown, { calls: [callOf(party.me, name)] })).toEqual([
      'critical: Unknown order to your account',
    ]);
  });

  it('warns louder inside a message', () => {
    const subject = messageOf({ calls: [callOf(party.me, 'do_something')] });
    expect(told(accountCallUnknown(subject))).toEqual(['critical: Unknown order to your account']);
  });

  it('is silent about known orders and other contracts', () => {
    const calls = [
      callOf(party.stranger, 'upgrade_now'),
      callOf(party.me, 'upgrade', { kind: 'upgrade', contract: party.me, classHash: '0x1' }),
    ];
    expect(tells(accountCallUnknown, { calls })).toEqual([]);
  });
});
