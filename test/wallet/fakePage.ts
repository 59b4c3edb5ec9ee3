import { afterEach, beforeEach } from '@jest/globals';

/** A page of which each test has its own, and what a wallet announces itself with there. */
export function fakePage() {
  const provider = { request: async () => null };
  const info = {
    uuid: '1',
    name: 'Developer wallet',
    rdns: 'org.xnet.developer-wallet',
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
  return {
    ...{ provider, info, announce },
    get page() {
      return page;
    },
    /** Wallets that were there first: they answer whoever asks. */
    isThere: (...details: unknown[]) =>
      page.addEventListener('eip6963:requestProvider', () => details.forEach(announce)),
  };
}
