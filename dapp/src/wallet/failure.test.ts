import { describe, expect, it } from '@jest/globals';
import { say } from '../texts';
import { describeFailure, failureError, textError } from './failure';

const data = { kind: 'insufficientFunds', hint: 'Send STRK.', reason: 'balance 0' };

describe('describeFailure', () => {
  it('reads code, kind, hint and reason of an error of the module', () => {
    const error = Object.assign(new Error('The account cannot pay.'), { code: -32010, data });
    expect(describeFailure(error)).toEqual({
      code: -32010,
      message: 'The account cannot pay.',
      ...data,
    });
  });

  it.each([
    ['a text', 'a text'],
    [{ message: 'an object' }, 'an object'],
  ])('describes %p, which is no error of a wallet', (thrown, message) => {
    expect(describeFailure(thrown)).toEqual({
      message,
      code: null,
      kind: null,
      hint: null,
      reason: null,
    });
  });

  it.each([[undefined], [null], [{ code: '4001', data: 'x' }]])(
    'tells of %p, which says nothing, in words of the page',
    (thrown) => {
      expect(describeFailure(thrown)).toEqual({
        message: 'The wallet gave no reason.',
        code: null,
        kind: null,
        hint: null,
        reason: null,
        words: { message: say('failures.noReason'), advice: null },
      });
    },
  );

  it('takes no words of the page from a wallet', () => {
    const words = { message: say('failures.pickWallet'), advice: null };
    const thrown = Object.assign(new Error('No.'), { code: 1, words, data: { words } });
    expect(describeFailure(thrown)).not.toHaveProperty('words');
  });

  it('reads back what failureError made', () => {
    const words = { message: say('failures.userRejected'), advice: null };
    const failure = { code: 4001, message: 'Declined.', ...data, retryAfterSeconds: 59, words };
    expect(describeFailure(failureError(failure))).toEqual(failure);
  });
});

describe('textError', () => {
  it('makes an error in English, with the words to translate', () => {
    const error = textError(say('failures.pageServer', { status: '500' }));
    expect(error.message).toBe('The server of this page answered 500.');
    expect(describeFailure(error).words?.message).toEqual(
      say('failures.pageServer', { status: '500' }),
    );
  });
});
