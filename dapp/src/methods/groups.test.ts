import { describe, expect, it } from '@jest/globals';
import { methods } from './catalogue';
import { findForm, groups, search } from './groups';
import { walletApiCalls } from './walletApi';

const namesIn = (found: typeof groups) =>
  found.flatMap((group) => group.methods.map(({ name }) => name));

const forms = [...methods, ...walletApiCalls];

describe('the groups of methods', () => {
  it('lists every method of the module and every call of the wallet API once', () => {
    expect([...namesIn(groups)].sort()).toEqual(forms.map(({ name }) => name).sort());
    for (const form of forms) expect(findForm(form.name)).toBe(form);
    expect(findForm('xnet_nothing')).toBeUndefined();
  });

  it('leaves to the last group of methods only what is about network and module', () => {
    expect(
      groups
        .at(-2)
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
    expect(namesIn(search(' '))).toHaveLength(forms.length);
    expect(search('no such thing')).toEqual([]);
  });
});
