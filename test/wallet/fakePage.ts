import { afterEach, beforeEach } from '@jest/globals';

/** A new page per test, and the details with which a wallet announces itself there. */
export function fakePage() {
  const provider = { request: async () => ({}) };
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
    provider,
    info,
    announce,
    get page() {
      return page;
    },
    /** Wallets that loaded first: they answer every request for announcements. */
    isThere: (...details: unknown[]) =>
      page.addEventListener('eip6963:requestProvider', () => details.forEach(announce)),
  };
}
