import { describe, expect, it } from '@jest/globals';
import { errorKinds } from '@xnet/clients';
import { hasOwnWords, userWords } from './userWords';

const failure = { code: 1, message: 'The module says so.', hint: 'Do this.', reason: null };
const ownKinds = Object.keys(errorKinds).filter((kind) => hasOwnWords({ ...failure, kind }));

describe('userWords', () => {
  it('keeps what the module says where there are no better words', () => {
    const { message, hint: advice } = failure;
    expect(userWords({ ...failure, kind: 'invalidParams' })).toEqual({ message, advice });
    expect(userWords({ ...failure, kind: null })).toEqual({ message, advice });
  });

  it.each(ownKinds)('speaks to the person about %s, not of them', (kind) => {
    const { message, advice } = userWords({ ...failure, kind });
    expect(`${message} ${advice}`).not.toMatch(/\b(the user|xnet_|chainId|params?)\b/iu);
  });

  it('has words for a refusal, which everybody meets', () => {
    expect(ownKinds).toContain('userRejected');
  });
});
