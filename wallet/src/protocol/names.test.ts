import { describe, expect, it } from '@jest/globals';
import { toRealNames } from './names';

describe('the real names of a request', () => {
  it.each([
    ['wallet_invokeModule', 'wallet_invokeSnap'],
    ['wallet_requestModules', 'wallet_requestSnaps'],
    ['wallet_getModules', 'wallet_getSnaps'],
    ['wallet_invokeSnap', 'wallet_invokeSnap'],
    ['wallet_getPermissions', 'wallet_getPermissions'],
  ])('maps %s to %s', (method, real) => {
    expect(toRealNames({ method }).method).toBe(real);
  });

  it('renames the params of a module call alone, at their top', () => {
    const inner = { method: 'look', params: { moduleId: 'a' } };
    const params = { moduleId: 'b', request: inner };
    expect(toRealNames({ method: 'wallet_invokeModule', params })).toEqual({
      method: 'wallet_invokeSnap',
      params: { snapId: 'b', request: inner },
    });
    expect(toRealNames({ method: 'wallet_requestModules', params }).params).toEqual(params);
  });

  it.each([undefined, null])('drops the params %s of a module call', (params) => {
    const asked = { moduleId: 'b', request: { method: 'look', params } };
    const { params: real } = toRealNames({ method: 'wallet_invokeModule', params: asked });
    expect(real).toStrictEqual({ snapId: 'b', request: { method: 'look' } });
  });

  it.each([undefined, null, [], 'look', 7])(
    'leaves params without names as they are: %j',
    (params) => {
      expect(toRealNames({ method: 'wallet_invokeModule', params }).params).toEqual(params);
      const asked = { request: params };
      expect(toRealNames({ method: 'wallet_invokeModule', params: asked }).params).toEqual(asked);
    },
  );
});
