import { describe, expect, it } from '@jest/globals';
import {
  callOf,
  messageOf,
  party,
  subjectOf,
  tells,
  told,
  transfer,
} from '../../../test/review/subject';
import { accountClasses } from '../../starknet/accounts/classes';
import { accountUpgrade } from './accountUpgrade';

const upgrade = (contract: string, classHash: string) =>
  callOf(contract, 'upgrade', { kind: 'upgrade', contract, classHash });
const { argent040, argent031, argent024, openZeppelin100 } = accountClasses;

describe('accountUpgrade', () => {
  it.each([
    ['nobody knows', '0x1234'],
    ['of another family', openZeppelin100.classHash],
    ['that is a proxy', argent024.classHash],
  ])('warns of code %s', (_, classHash) => {
    for (const account of [party.me, party.savings])
      expect(tells(accountUpgrade, { calls: [upgrade(account, classHash)] })).toEqual([
        'critical: Unknown code takes over your account',
      ]);
  });

  it('tells of code that is known and fits', () => {
    for (const { classHash } of [argent040, argent031])
      expect(tells(accountUpgrade, { calls: [upgrade(party.me, classHash)] })).toEqual([
        'caution: Your account gets new code',
      ]);
  });

  it('measures the fit by the account that is upgraded', () => {
    const { account } = subjectOf();
    const plain = { ...account, addressClass: 'openZeppelin100' as const };
    const about = (classHash: string) =>
      tells(accountUpgrade, { account: plain, calls: [upgrade(party.me, classHash)] })[0];
    expect(about(openZeppelin100.classHash)).toMatch(/^caution/u);
    expect(about(argent040.classHash)).toMatch(/^critical/u);
  });

  it('warns of any upgrade inside a message, the known ones included', () => {
    for (const contract of [party.me, party.stranger]) {
      const subject = messageOf({ calls: [upgrade(contract, argent040.classHash)] });
      expect(told(accountUpgrade(subject))).toEqual(['critical: Message could take your account']);
    }
  });

  it('tells of new code for another contract', () => {
    expect(tells(accountUpgrade, { calls: [upgrade(party.stranger, '0x1234')] })).toEqual([
      'caution: A contract gets new code',
    ]);
  });

  it('is silent about other calls', () => {
    expect(tells(accountUpgrade, { calls: [transfer(party.usdc, party.friend, '1')] })).toEqual([]);
  });
});
