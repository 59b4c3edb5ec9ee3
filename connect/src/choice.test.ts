import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { fakePage } from '../../test/wallet/fakePage';
import { createTestWallet } from '../testing/testWallet';
import type { WalletOffer } from './choice';
import { connect } from './connect';
import { findWallet } from './discover';
import { showModule } from './install';

const ORIGIN = 'https://dapp.example';
const at = fakePage();

/** A wallet on the page, by the rdns of the vendor or of the developer wallet. */
function walletOf(rdns: string) {
  const wallet = createTestWallet();
  const provider = wallet.providerFor(ORIGIN);
  const detail = { info: { ...at.info, uuid: rdns, rdns }, provider };
  return { wallet, provider, detail };
}
const developer = () => walletOf('org.xnet.developer-wallet');
/** As MetaMask is: it announces itself first, and its allowlist lacks the module. */
function vendor() {
  const one = walletOf('io.metamask');
  one.wallet.become('notAllowed');
  return one;
}
const signal = () => AbortSignal.timeout(2_000);

afterEach(() => void jest.useRealTimers());

describe('findWallet', () => {
  it('prefers the wallet that installs any module to the one that announced itself first', async () => {
    const [metaMask, own] = [vendor(), developer()];
    at.isThere(metaMask.detail, own.detail);
    expect((await findWallet({ signal: signal() })).provider).toBe(own.provider);
    expect(metaMask.wallet.dialogs).toEqual([]);
    expect(own.wallet.dialogs).toEqual([]);
  });

  it('prefers the wallet that has the module, wherever it stands', async () => {
    const [metaMask, own] = [walletOf('io.metamask'), developer()];
    await metaMask.provider.request({
      method: 'wallet_requestSnaps',
      params: { 'npm:@xnet/module': {} },
    });
    at.isThere(own.detail, metaMask.detail);
    expect((await findWallet({ signal: signal() })).provider).toBe(metaMask.provider);
  });

  it('passes over a wallet that runs no modules, and waits for the next', async () => {
    const [metaMask, own] = [vendor(), developer()];
    metaMask.wallet.become('noModules');
    at.isThere(metaMask.detail);
    const finding = findWallet({ signal: signal() });
    await new Promise(setImmediate);
    at.announce(own.detail);
    expect((await finding).provider).toBe(own.provider);
  });

  it('lets the page choose, told what each wallet has, and not if there is one', async () => {
    const [metaMask, own] = [walletOf('io.metamask'), developer()];
    at.isThere(metaMask.detail, own.detail);
    const offered: (readonly WalletOffer[])[] = [];
    const choose = (offers: readonly WalletOffer[]) => {
      offered.push(offers);
      return offers.find(({ info }) => info.rdns === 'io.metamask');
    };
    expect((await findWallet({ choose })).provider).toBe(metaMask.provider);
    expect(offered.map((one) => one.map(({ info, hasModule }) => [info.rdns, hasModule]))).toEqual([
      [
        ['org.xnet.developer-wallet', false],
        ['io.metamask', false],
      ],
    ]);
    await expect(findWallet({ choose: () => undefined })).rejects.toMatchObject({ code: 4001 });
    metaMask.wallet.become('noModules');
    expect((await findWallet({ choose })).provider).toBe(own.provider);
    expect(offered).toHaveLength(1);
  });

  it('does not wait for a wallet that never says what it has', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const own = developer();
    const info = { ...at.info, uuid: 'silent', rdns: 'io.metamask' };
    at.isThere({ info, provider: { request: () => new Promise(() => {}) } }, own.detail);
    const finding = findWallet();
    await jest.advanceTimersByTimeAsync(1_000);
    expect((await finding).provider).toBe(own.provider);
  });
});

describe('connect', () => {
  it('asks the next wallet if one refuses by its allowlist', async () => {
    // The vendor's test version comes before its release; neither lists the module here.
    const [flask, metaMask] = [walletOf('io.metamask.flask'), walletOf('io.metamask')];
    flask.wallet.become('notAllowed');
    at.isThere(flask.detail, metaMask.detail);
    const { address } = await connect();
    expect(metaMask.wallet.calls.map(({ origin }) => origin)).toContain(ORIGIN);
    expect(flask.wallet.calls).toEqual([]);
    expect(address.length).toBe(66);
  });

  it('fails as the last wallet does if none takes the module', async () => {
    at.isThere(vendor().detail);
    await expect(connect()).rejects.toThrow('allowlist');
  });

  it('stops at a refusal of the user', async () => {
    const [metaMask, own] = [walletOf('io.metamask'), developer()];
    own.wallet.refuse();
    at.isThere(metaMask.detail, own.detail);
    await expect(connect()).rejects.toMatchObject({ code: 4001 });
    expect(metaMask.wallet.calls).toEqual([]);
  });

  it('names what is missing if no wallet announces itself, and ends by the page’s signal', async () => {
    await expect(connect({ waitMs: 1 })).rejects.toMatchObject({
      name: 'TimeoutError',
      message: expect.stringContaining('install one'),
    });
    const ending = new AbortController();
    const connecting = connect({ signal: ending.signal });
    ending.abort(new Error('The page is left.'));
    await expect(connecting).rejects.toThrow('The page is left.');
  });
});

describe('showModule with several wallets', () => {
  const shown = () => Object.keys(at.page).filter((name) => name.startsWith('starknet'));
  const settle = () => new Promise(setImmediate);

  it('connects through the wallet that can, in one and the same object', async () => {
    const [metaMask, own] = [vendor(), developer()];
    at.isThere(metaMask.detail, own.detail);
    let connected: Promise<string[]> | undefined;
    showModule({}, ({ windowObject }) => {
      connected = windowObject.request({ type: 'wallet_requestAccounts' });
    });
    expect(await connected).toHaveLength(1);
    expect(own.wallet.calls.length).toBeGreaterThan(0);
    expect(metaMask.wallet.calls).toEqual([]);
  });

  it('hides the module if no wallet runs modules, and shows it as one comes', async () => {
    const [metaMask, own] = [vendor(), developer()];
    metaMask.wallet.become('noModules');
    at.isThere(metaMask.detail);
    showModule();
    expect(shown()).toEqual(['starknet_xnet']);
    await settle();
    expect(shown()).toEqual([]);
    at.announce(own.detail);
    await settle();
    expect(shown()).toEqual(['starknet_xnet']);
  });

  it('hides the module once the only wallet refuses it by its allowlist', async () => {
    at.isThere(vendor().detail);
    let connecting: Promise<unknown> | undefined;
    showModule({}, ({ connection }) => {
      connecting = connection.connect();
    });
    await expect(connecting).rejects.toThrow('allowlist');
    expect(shown()).toEqual([]);
  });
});
