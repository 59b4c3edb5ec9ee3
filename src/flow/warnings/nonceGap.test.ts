import { describe, expect, it } from '@jest/globals';
import {
  deployAccount,
  inEnglish,
  invoke,
  messageOf,
  subjectOf,
  tells,
} from '../../../test/review/subject';
import { nonceGap } from './nonceGap';

describe('nonceGap', () => {
  it('tells of a nonce above the next one', () => {
    const gap = { transactions: [invoke({ nonce: '0x10' })] };
    expect(tells(nonceGap, gap)).toEqual(['caution: Transaction waits for earlier ones']);
    const [warning] = nonceGap(subjectOf(gap));
    expect(warning && inEnglish(warning.text)).toContain(
      'number 16, and the next of this account is 5',
    );
  });

  it('is silent about the next one, one before, a deployment first and what was not read', () => {
    expect(tells(nonceGap, {})).toEqual([]);
    expect(tells(nonceGap, { transactions: [invoke({ nonce: '0x4' })] })).toEqual([]);
    const first = [deployAccount, invoke({ nonce: '0x1' })];
    expect(tells(nonceGap, { transactions: first, nextNonce: '0' })).toEqual([]);
    expect(tells(nonceGap, { transactions: [invoke({ nonce: '0x99' })], nextNonce: null })).toEqual(
      [],
    );
    expect(nonceGap(messageOf())).toEqual([]);
  });
});
