import { describe, expect, it } from '@jest/globals';
import { deployAccount, invoke, messageOf, tells } from '../../../test/review/subject';
import { accountUndeployed } from './accountUndeployed';

describe('accountUndeployed', () => {
  it('notes that the account goes on chain', () => {
    for (const transactions of [[deployAccount], [deployAccount, invoke()]])
      expect(tells(accountUndeployed, { transactions })).toEqual([
        'info: First transaction of this account',
      ]);
  });

  it('is silent for an account that is there, and for a message', () => {
    expect(tells(accountUndeployed, {})).toEqual([]);
    expect(accountUndeployed(messageOf())).toEqual([]);
  });
});
