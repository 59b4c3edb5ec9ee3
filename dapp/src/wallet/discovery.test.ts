import { describe, expect, it } from '@jest/globals';
import { discoverWallets } from './discovery';

class Announcement extends Event {
  constructor(readonly detail: unknown) {
    super('eip6963:announceProvider');
  }
}

const provider = { request: async () => null };
const info = {
  uuid: '1',
  name: 'Developer wallet',
  rdns: 'org.example.wallet',
  icon: 'data:image/svg+xml,x',
};

/** A page on which a wallet answers when it is asked to announce itself. */
function pageWith(...details: unknown[]) {
  const page = new EventTarget();
  page.addEventListener('eip6963:requestProvider', () => {
    for (const detail of details) page.dispatchEvent(new Announcement(detail));
  });
  return page;
}

const found = (page: EventTarget) => discoverWallets(page).store.get().wallets;

describe('discoverWallets', () => {
  it('asks the wallets that are there to announce themselves', () => {
    expect(found(pageWith({ info, provider }))).toEqual([{ ...info, provider }]);
  });

  it('takes wallets that come later', () => {
    const page = new EventTarget();
    const { store } = discoverWallets(page);
    page.dispatchEvent(new Announcement({ info, provider }));
    expect(store.get().wallets).toHaveLength(1);
  });

  it('lists a wallet once, however often it announces itself', () => {
    const page = pageWith({ info, provider });
    const { store, ask } = discoverWallets(page);
    ask();
    expect(store.get().wallets).toHaveLength(1);
  });

  it('lists two wallets of different ids', () => {
    const second = { info: { ...info, uuid: '2', rdns: 'org.example.other' }, provider };
    expect(found(pageWith({ info, provider }, second))).toHaveLength(2);
  });

  it.each([
    [undefined],
    ['text'],
    [{ info }],
    [{ provider }],
    [{ info: { ...info, name: 7 }, provider }],
    [{ info, provider: { request: 'no function' } }],
  ])('leaves out %p', (detail) => {
    expect(found(pageWith(detail))).toEqual([]);
  });

  it('shows no icon that would be loaded from elsewhere', () => {
    const remote = { ...info, icon: 'https://wallet.example/icon.png' };
    expect(found(pageWith({ info: remote, provider }))[0]?.icon).toBeNull();
  });
});
