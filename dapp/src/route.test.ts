import { describe, expect, it } from '@jest/globals';
import { methodLink, readRoute, runLink } from './route';

describe('readRoute', () => {
  it.each(['', '#', '#/', '#/nothing', '#main', '#/method/'])(
    'starts at the start for %p',
    (hash) => {
      expect(readRoute(hash)).toEqual({ page: 'start' });
    },
  );

  it('reads back the links that it makes', () => {
    const params = '{"address":"0x1","note":"a?b&c=d #e"}';
    expect(readRoute(methodLink('xnet_executeTxn'))).toEqual({
      page: 'method',
      name: 'xnet_executeTxn',
    });
    expect(readRoute(runLink('xnet_executeTxn', params))).toEqual({
      page: 'run',
      method: 'xnet_executeTxn',
      params,
    });
  });

  it('takes a run without params', () => {
    expect(readRoute('#/run?method=xnet_getCurrentNetwork')).toEqual({
      page: 'run',
      method: 'xnet_getCurrentNetwork',
      params: '',
    });
  });
});
