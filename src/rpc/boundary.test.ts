import { describe, expect, it } from '@jest/globals';
import { SnapError } from '@metamask/snaps-sdk';
import { isSnapError } from '@metamask/snaps-utils';
import { type ErrorKind, errorKinds, ModuleError } from '@xnet/clients/errors';
import { errorHints } from '../../scripts/build/errorHints';
import { toWireError } from './boundary';

/** What the wallet serialises, and so all that a dapp can see. */
const wireOf = (error: unknown) => {
  const { code, message, data } = toWireError(error, errorHints).serialize().data.cause;
  return { code, message, data };
};
const everything = (error: unknown): string => {
  const cause: object = toWireError(error, errorHints).serialize().data.cause;
  return JSON.stringify({ ...cause, stack: 'of the module’s own code' });
};
const secret = 'k3y-in-the-url';

describe('an error on the wire', () => {
  it.each(Object.keys(errorKinds) as ErrorKind[])(
    'carries code, hint and retry of kind %s',
    (kind) => {
      const { code, meaning, hint, retry } = errorKinds[kind];
      expect(wireOf(new ModuleError(kind, ''))).toMatchObject({
        code,
        message: meaning,
        data: { kind, hint, retry },
      });
    },
  );

  it.each<[ErrorKind, number]>([
    ['userRejected', 113],
    ['notToken', 111],
    ['accountDeployed', 115],
    ['unsupportedChain', 117],
    ['invalidParams', 114],
    ['nodeUnavailable', 163],
  ])('maps kind %s to code %i of the wallet API, with its message', (kind, code) => {
    const { message, data } = wireOf(new ModuleError(kind, 'So it is.'));
    expect(data).toMatchObject({ walletRpcError: { code, message } });
  });

  it('describes the particular fault after the general one', () => {
    const { message } = wireOf(new ModuleError('unknownAccount', 'Address 0x1.'));
    expect(message).toBe(`${errorKinds.unknownAccount.meaning} Address 0x1.`);
  });

  it('carries what the node said', () => {
    const data = {
      nodeCode: 55,
      reason: 'Account validation failed',
      hash: '0x1',
      path: 'calls.0',
    };
    expect(wireOf(new ModuleError('transactionRejected', '', data)).data).toMatchObject(data);
  });

  // @promise T30.2
  it('leaves the cause inside', () => {
    const cause = new Error(`fetch failed: https://node.example/v3/${secret}`);
    const error = new ModuleError('nodeUnavailable', '', {}, { cause });
    expect(everything(error)).not.toContain(secret);
    expect(everything(error)).not.toContain('cause');
  });

  // @promise T30.2
  it.each([
    ['an error of another class', new TypeError(`Cannot read ${secret}`)],
    [
      'an error that looks like ours',
      Object.assign(new Error(secret), { kind: 'userRejected', code: 4001 }),
    ],
    ['an error with a code', Object.assign(new Error(secret), { code: -32602, data: { secret } })],
    ['a text', secret],
    ['an object', { message: secret }],
    ['nothing', undefined],
    ['null', null],
  ])('reports of %s only a defect', (_what, thrown) => {
    expect(wireOf(thrown)).toMatchObject({
      code: -32603,
      message: errorKinds.internal.meaning,
      data: { kind: 'internal', hint: errorKinds.internal.hint, retry: false },
    });
    expect(everything(thrown)).not.toContain(secret);
  });

  // @promise P2.1
  it('names no node, however it was told', () => {
    const host = 'node.example:8545';
    for (const told of [`https://${host}/… did not answer within 10 s.`, `http://${host}, x: y`]) {
      const error = new ModuleError('nodeUnavailable', told, { reason: `See ${told}` });
      expect(everything(error)).not.toContain('node.example');
      expect(wireOf(error).message).toMatch(
        / The endpoint(?: did not answer within 10 s\.|, x: y)$/u,
      );
    }
  });

  it('matches what the wallet takes for an error of a module', () => {
    const error = toWireError(new ModuleError('invalidParams', 'x', { path: 'a.b' }), {});
    const { code, message, stack } = error;
    const data = JSON.parse(JSON.stringify(error.data));
    const vendors = new SnapError({ code, message, data }).serialize();
    const cause = { ...vendors.data.cause, stack };
    expect(error.serialize()).toEqual({ ...vendors, data: { cause } });
    expect(isSnapError(error)).toBe(true);
  });

  it('lacks nothing but the hint if the file of hints cannot be read', () => {
    const error = new ModuleError('limitExceeded', 'So it is.', { retryAfterSeconds: 3 });
    const { hint, ...data } = wireOf(error).data as Record<string, unknown>;
    expect(hint).toBe(errorKinds.limitExceeded.hint);
    const without = toWireError(error, {});
    expect({ ...without.data, code: without.code, message: without.message }).toStrictEqual({
      ...data,
      code: errorKinds.limitExceeded.code,
      message: `${errorKinds.limitExceeded.meaning} So it is.`,
    });
  });

  it('consists of JSON alone', () => {
    const wire = wireOf(new ModuleError('invalidParams', 'x', { path: 'a.b' }));
    expect(JSON.parse(JSON.stringify(wire))).toEqual(wire);
  });
});
