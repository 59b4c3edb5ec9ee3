import { describe, expect, it } from '@jest/globals';
import { draw } from './draw';
import { batteryLink, getTitle, methodLink, readRoute, runLink } from './route';

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

  it('reads back the links to a battery and to a case of it', () => {
    const at = { page: 'batteries', battery: 'hostile' };
    expect(readRoute(batteryLink('hostile'))).toEqual({ ...at, id: '' });
    expect(readRoute(batteryLink('hostile', 'bidi'))).toEqual({ ...at, id: 'bidi' });
    expect(readRoute('#/batteries')).toEqual({ page: 'batteries', battery: '', id: '' });
  });

  it('calls every page by another name', () => {
    const hashes = [
      '#/',
      '#/scenarios',
      '#/batteries',
      '#/batteries/flood',
      '#/gas',
      '#/ipfs',
      '#/rpc',
      '#/rpc/eth_getProof',
      '#/run',
    ];
    const titles = [...hashes, methodLink('ping')].map((hash) => draw(getTitle(readRoute(hash))));
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
