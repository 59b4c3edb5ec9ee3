import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { discoverWallets } from './discovery';

const provider = { request: async () => null };
const info = {
  uuid: '1',
  name: 'Developer wallet',
  rdns: 'org.example.wallet',
  icon: 'data:image/svg+xml,x',
};
const place = globalThis as { window?: EventTarget };
let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  place.window = page;
});
afterEach(() => {
  delete place.window;
});
const announce = (detail: unknown) =>
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));

describe('discoverWallets', () => {
  it('lists any wallet that is there, and those that come later', () => {
    page.addEventListener('eip6963:requestProvider', () => announce({ info, provider }));
    const { store } = discoverWallets();
    expect(store.get().wallets).toEqual([{ ...info, provider }]);
    const second = { ...info, uuid: '2', rdns: 'org.example.other' };
    announce({ info: second, provider });
    expect(store.get().wallets).toHaveLength(2);
  });

  it('lists a wallet once, however often it is asked', () => {
    page.addEventListener('eip6963:requestProvider', () => announce({ info, provider }));
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
