import { describe, expect, it } from '@jest/globals';
import { fakePage } from '../../../test/wallet/fakePage';
import { discoverWallets } from './discovery';

const { provider, info, announce, isThere } = fakePage();

describe('discoverWallets', () => {
  it('lists any wallet that is there, and those that come later', () => {
    isThere({ info, provider });
    const { store } = discoverWallets();
    expect(store.get().wallets).toEqual([{ ...info, provider }]);
    const second = { ...info, uuid: '2', rdns: 'org.example.other' };
    announce({ info: second, provider });
    expect(store.get().wallets).toHaveLength(2);
  });

  it('lists a wallet once, however often it is asked', () => {
    isThere({ info, provider });
    const { store, ask } = discoverWallets();
    ask();
    announce({ info, provider });
    expect(store.get().wallets).toHaveLength(1);
  });

  it('lists one that comes after it was asked again', () => {
    const { store, ask } = discoverWallets();
    ask();
    announce({ info, provider });
    expect(store.get().wallets).toHaveLength(1);
  });
});
