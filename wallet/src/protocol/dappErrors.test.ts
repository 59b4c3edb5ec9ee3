import { describe, expect, it } from '@jest/globals';
import { toDappError } from './dappErrors';

const inner = { code: 4001, message: 'The user said no.', data: { kind: 'userRejected' } };
const internal = { code: -32603, message: 'The wallet failed inside.' };

describe('an error, as a dapp gets it,', () => {
  it.each([-31001, -31002])('unwraps the module’s own error from any number of %i', (code) => {
    const wrapped = { code, message: 'Wrapped', data: { cause: inner } };
    expect(toDappError(wrapped)).toEqual(inner);
    expect(toDappError({ ...wrapped, data: { cause: wrapped } })).toEqual(inner);
  });

  it('drops the trace of the wallet’s failure', () => {
    const cause = { message: 'inside', stack: 'at wallet.ts:1' };
    const error = { code: -32000, message: 'No.' };
    expect(toDappError({ ...error, stack: 'at wallet.ts:1' })).toEqual(error);
    expect(toDappError({ ...error, data: { cause } })).toEqual(error);
    expect(toDappError({ ...error, data: { cause, kind: 'k' } })).toEqual({
      ...error,
      data: { kind: 'k' },
    });
  });

  it('keeps what the module told with it, in whatever form', () => {
    for (const data of [{ kind: 'k' }, {}, 'a text', null, 0])
      expect(toDappError({ code: 1, message: 'm', data })).toEqual({ code: 1, message: 'm', data });
  });

  it.each([
    [undefined, internal],
    ['a text', internal],
    [[inner], internal],
    [
      { code: '4001', message: 'No.', data: { kind: 'k' } },
      { code: -32603, message: 'No.' },
    ],
    [{ code: 4001 }, internal],
    // Any code may wrap nothing.
    [
      { code: -31001, message: 'Wrapped' },
      { code: -31001, message: 'Wrapped' },
    ],
  ])('replaces what is no error of a module: %j', (error, told) => {
    expect(toDappError(error)).toEqual(told);
  });
});
