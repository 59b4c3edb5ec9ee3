import { beforeEach, describe, expect, it } from '@jest/globals';
import { fakePage } from '../../test/wallet/fakePage';
import { getStarknetAdapter, type Shapes, showModule } from './install';

const at = fakePage();
const { provider, info, announce, isThere } = at;

/** A page that discovers wallets by the wallet standard, and what it has found. */
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
    expect(before.size).toBe(1);
    expect(after.size).toBe(1);
    expect(keys()).toEqual(['starknet_xnet']);
  });

  it('shows it once to a page that mounts twice, as React’s StrictMode has it', () => {
    const wallets = lookForWallets();
    showModule()();
    expect(wallets.size).toBe(0);
    expect(lookForWallets().size).toBe(0);
    expect(keys()).toEqual([]);
    showModule();
    expect(wallets.size).toBe(1);
    expect(lookForWallets().size).toBe(1);
    expect(keys()).toEqual(['starknet_xnet']);
  });

  it('shows the module once for several wallets, by the id that it is told, and tells of it', () => {
    const wallets = lookForWallets();
    const shown: Shapes[] = [];
    showModule({ moduleId: 'npm:@xnet/another' }, (shapes) => shown.push(shapes));
    announce({ info: { ...info, uuid: '2' }, provider: { request: async () => null } });
    expect(shown.map(({ client }) => client.moduleId)).toEqual(['npm:@xnet/another']);
    expect([...wallets]).toEqual([shown[0]?.standardWallet]);
    expect((at.page as { starknet_xnet?: unknown }).starknet_xnet).toBe(shown[0]?.windowObject);
  });

  it('leaves what another call has shown since', () => {
    const hide = showModule();
    showModule();
    hide();
    expect(lookForWallets().size).toBe(1);
    expect(keys()).toEqual(['starknet_xnet']);
  });
});

it('accepts only wallets that run modules in the adapter of get-starknet', () => {
  expect(getStarknetAdapter(info, provider)).toMatchObject({ name: 'Xnet', version: '1.0.0' });
  expect(getStarknetAdapter({ rdns: 'org.example.other' }, provider)).toBeNull();
});

describe('showModule without a wallet', () => {
  it('waits for none any more once it is ended', () => {
    const wallets = lookForWallets();
    showModule()();
    announce({ info, provider });
    expect(wallets.size).toBe(0);
    expect(keys()).toEqual([]);
  });
});
