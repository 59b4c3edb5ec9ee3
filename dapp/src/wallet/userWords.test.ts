import { describe, expect, it } from '@jest/globals';
import { errorKinds } from '@xnet/clients';
import { draw } from '../draw';
import type { Failure } from './failure';
import { hasOwnWords, userWords } from './userWords';

/** The words in English. */
function told(failure: Failure) {
  const { message, advice } = userWords(failure);
  return { message: draw(message), advice: advice && draw(advice) };
}

/** Names of methods, params and error fields, and words about the reader. */
const FOR_MAKERS = /\b(?:the user|params?|nonce|0x\w+|data\.\w+|xnet_\w+|[a-z]+[A-Z]\w*)\b/u;

const failure = { code: 1, message: 'The module says so.', hint: 'Do this.', reason: null };
const ownKinds = Object.keys(errorKinds).filter((kind) => hasOwnWords({ ...failure, kind }));

describe('userWords', () => {
  it('keeps what the module says if there are no better words', () => {
    const { message, hint: advice } = failure;
    expect(told({ ...failure, kind: 'invalidParams' })).toEqual({ message, advice });
    expect(told({ ...failure, kind: null })).toEqual({ message, advice });
  });

  it('explains a wallet’s own refusal, which has a code alone, as the module’s', () => {
    const declined = { ...failure, message: 'User rejected the request.', code: 4001, kind: null };
    expect(hasOwnWords(declined)).toBe(true);
    expect(told(declined)).toEqual(told({ ...declined, kind: 'userRejected' }));
    expect(told(declined).advice).toContain('Nothing was signed or sent');
  });

  it.each(ownKinds)('speaks to the person about %s, not of them', (kind) => {
    const { message, advice } = told({ ...failure, kind });
    expect(`${message} ${advice}`).not.toMatch(FOR_MAKERS);
  });

  it('explains when a page that was blocked may ask again, and how it may at once', () => {
    const blocked = { ...failure, kind: 'siteBlocked', retryAfterSeconds: 59 };
    expect(told(blocked).advice).toMatch(/in 59 seconds.*go to Sites/u);
    expect(told({ ...failure, kind: 'siteBlocked' }).advice).toContain('in a while');
  });

  // Only developers get to see these.
  const forMakers = ['invalidRequest', 'invalidParams', 'methodNotFound'];
  it.each(Object.keys(errorKinds).filter((kind) => !forMakers.includes(kind)))(
    'shows no words for the dapp’s maker alone if somebody else meets %s',
    (kind) => {
      const { meaning, hint } = errorKinds[kind as keyof typeof errorKinds];
      const { message, advice } = told({ ...failure, kind, message: meaning, hint });
      expect(`${message} ${advice}`).not.toMatch(FOR_MAKERS);
    },
  );
});
