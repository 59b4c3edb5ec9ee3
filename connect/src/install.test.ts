import { beforeEach, describe, expect, it } from '@jest/globals';
import { fakePage } from '../../test/wallet/fakePage';
import { showModule } from './install';

const at = fakePage();
const { provider, info, announce, isThere } = at;

/** A page that looks for wallets of the wallet standard, and what it has found. */
function lookForWallets(): ReadonlySet<unknown> {
  const wallets = new Set<unknown>();
  const detail = {
    register(wallet: unknown) {
      wallets.add(wallet);
      return () => wallets.delete(wallet);
    },
  };
  at.page.addEventListener('wallet-standard:register-wallet', (event) =>
    (event as CustomEvent).detail(detail),
  );
  at.page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }));
  return wallets;
}
const keys = () => Object.keys(at.page).filter((name) => name.startsWith('starknet'));

describe('showModule', () => {
  beforeEach(() => isThere({ info, provider }));

  it('shows the module to pages that look before and after it', () => {
    const before = lookForWallets();
    showModule();
    const after = lookForWallets();
    expect([before.size, after.size, keys()]).toEqual([1, 1, ['starknet_xnet']]);
  });

  it('shows it once to a page that mounts twice, as React’s StrictMode has it', () => {
    const wallets = lookForWallets();
    showModule()();
    expect([wallets.size, lookForWallets().size, keys()]).toEqual([0, 0, []]);
    showModule();
    expect([wallets.size, lookForWallets().size, keys()]).toEqual([1, 1, ['starknet_xnet']]);
  });

  it('leaves what another call has shown since', () => {
    const hide = showModule();
    showModule();
    hide();
    expect([lookForWallets().size, keys()]).toEqual([1, ['starknet_xnet']]);
  });
});

describe('showModule without a wallet', () => {
  it('waits for none any more once it is ended', () => {
    const wallets = lookForWallets();
    showModule()();
    announce({ info, provider });
    expect([wallets.size, keys()]).toEqual([0, []]);
  });
});
