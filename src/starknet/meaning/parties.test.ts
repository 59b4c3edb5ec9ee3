import { describe, expect, it } from '@jest/globals';
import { toAddress } from '../felt';
import { getSelector } from '../selector';
import { findParties } from './parties';

const call = (to: string, name: string, ...calldata: string[]) => ({
  to,
  selector: getSelector(name),
  calldata,
});

describe('the parties in calls', () => {
  it.each([
    ['transfer', ['0xb', '0x1', '0x0'], { recipients: ['0xb'] }],
    ['transfer_from', ['0xa', '0xb', '0x1', '0x0'], { recipients: ['0xb'] }],
    ['safeTransferFrom', ['0xa', '0xb', '0x1', '0x0', '0x0'], { recipients: ['0xb'] }],
    ['approve', ['0xb', '0x1', '0x0'], { spenders: ['0xb'] }],
    ['increaseAllowance', ['0xb', '0x1', '0x0'], { spenders: ['0xb'] }],
    ['set_approval_for_all', ['0xb', '0x1'], { spenders: ['0xb'] }],
    ['permit', ['0xa', '0xb'], { spenders: ['0xb'] }],
  ])('finds the parties by the selector of %s', (name, calldata, told) => {
    const { recipients = [], spenders = [] } = told as Partial<Record<string, string[]>>;
    expect(findParties([call('0xc', name, ...calldata)])).toEqual({
      contracts: new Set([toAddress('0xc')]),
      tokens: new Set([toAddress('0xc')]),
      recipients: new Set(recipients.map(toAddress)),
      spenders: new Set(spenders.map(toAddress)),
      allowed: new Set(spenders.map(() => toAddress('0xc'))),
    });
  });

  it('returns the contracts alone for another function or calldata without an address', () => {
    const parties = findParties([
      call('0xc', 'swap', '0xb'),
      call('0xc', 'transfer'),
      call('0xd', 'transfer', `0x8${'0'.repeat(62)}`),
    ]);
    expect(parties).toEqual({
      contracts: new Set([toAddress('0xc'), toAddress('0xd')]),
      tokens: new Set(),
      recipients: new Set(),
      spenders: new Set(),
      allowed: new Set(),
    });
  });
});
