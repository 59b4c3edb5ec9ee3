import { describe, expect, it } from '@jest/globals';
import { methods } from './catalogue';
import { groups, search } from './groups';

const namesIn = (found: typeof groups) =>
  found.flatMap((group) => group.methods.map(({ name }) => name));

describe('the groups of methods', () => {
  it('hold every method once', () => {
    expect([...namesIn(groups)].sort()).toEqual(methods.map(({ name }) => name).sort());
  });

  it('leave to the last group only what is about network and module', () => {
    expect(
      groups
        .at(-1)
        ?.methods.map(({ name }) => name)
        .sort(),
    ).toEqual([
      'ping',
      'rpc.discover',
      'xnet_getCurrentNetwork',
      'xnet_getPreferences',
      'xnet_getState',
      'xnet_getStoredNetworks',
      'xnet_getValue',
      'xnet_switchNetwork',
    ]);
  });
});

describe('search', () => {
  it('finds by parts of the name, in any case', () => {
    expect(namesIn(search('erc20'))).toContain('xnet_addErc20Token');
    expect(namesIn(search('EXECUTE'))).toEqual(['xnet_executeTxn']);
  });

  it('finds by words of the summary, all of which must be there', () => {
    expect(namesIn(search('private key'))).toEqual(['xnet_displayPrivateKey']);
  });

  it('gives all for nothing, and nothing for what is nowhere', () => {
    expect(namesIn(search(' '))).toHaveLength(methods.length);
    expect(search('no such thing')).toEqual([]);
  });
});
