import { describe, expect, it } from '@jest/globals';
import { describeFailure, failureError } from './failure';

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
    [undefined, 'The wallet gave no reason.'],
    [null, 'The wallet gave no reason.'],
    ['a text', 'a text'],
    [{ message: 'an object' }, 'an object'],
    [{ code: '4001', data: 'x' }, 'The wallet gave no reason.'],
  ])('describes %p, which is no error of a wallet', (thrown, message) => {
    expect(describeFailure(thrown)).toEqual({
      message,
      code: null,
      kind: null,
      hint: null,
      reason: null,
    });
  });

  it('reads back what failureError made', () => {
    const failure = { code: 4001, message: 'Declined.', ...data, retryAfterSeconds: 59 };
    expect(describeFailure(failureError(failure))).toEqual(failure);
  });
});
