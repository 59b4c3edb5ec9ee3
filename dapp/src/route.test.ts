import { describe, expect, it } from '@jest/globals';
import { getTitle, methodLink, readRoute, runLink } from './route';

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

  it('calls every page by another name', () => {
    const hashes = ['#/', '#/scenarios', '#/gas', '#/ipfs', '#/rpc', '#/rpc/eth_getProof', '#/run'];
    const titles = [...hashes, methodLink('ping')].map((hash) => getTitle(readRoute(hash)));
    expect(new Set(titles).size).toBe(hashes.length + 1);
    expect(titles.at(-1)).toBe('ping');
  });

  it('accepts a run without params', () => {
    expect(readRoute('#/run?method=xnet_getCurrentNetwork')).toEqual({
      page: 'run',
      method: 'xnet_getCurrentNetwork',
      params: '',
    });
  });
});
