import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fakePage } from '../../test/wallet/fakePage';
import { createTestWallet } from '../testing/testWallet';
import { connect } from './connect';
import { findWallet, runsModules } from './discover';
import { getStarknetAdapter, showModule } from './install';
import { knownHosts, type Provider } from './provider';
import { createWalletStore } from './walletStore';

const ORIGIN = 'https://dapp.example';
const at = fakePage();
const settle = () => new Promise(setImmediate);

const failWith = (error: unknown) => async () => {
  throw error;
};
/** Wallets that never heard of modules, each with its own way to say so. */
const strangers = {
  code: failWith({ code: -32601, message: 'Not found' }),
  unsupported: failWith({ code: 4200, message: 'Unsupported' }),
  internal: failWith({ code: -32603, message: 'Internal error' }),
  denied: failWith({ code: 4100, message: 'Unauthorized' }),
  text: failWith('unknown method'),
  nothing: async () => null,
  undefinedReply: async () => undefined,
  number: async () => 1,
};

const detailOf = (rdns: string, provider: Provider, uuid = rdns) => ({
  info: { ...at.info, rdns, uuid },
  provider,
});
const hostOf = (rdns: string) => {
  const wallet = createTestWallet();
  return { wallet, detail: detailOf(rdns, wallet.providerFor(ORIGIN)) };
};
const anyName = fc
  .stringMatching(/^[a-z]{2,8}\.[a-z]{2,10}(\.[a-z]{1,8})?$/u)
  .filter((name) => !knownHosts.includes(name));

describe('a wallet of any name', () => {
  it('comes out of any order of strangers if it runs modules', async () => {
    const kinds = Object.keys(strangers) as (keyof typeof strangers)[];
    await fc.assert(
      fc.asyncProperty(
        anyName,
        fc.shuffledSubarray([...kinds, 'host' as const], { minLength: 1 }),
        async (rdns, order) => {
          const page = new EventTarget();
          Object.assign(globalThis, { window: page });
          const host = hostOf(rdns).detail;
          const details = order.map((kind) =>
            kind === 'host' ? host : detailOf(`org.${kind}`, { request: strangers[kind] }),
          );
          page.addEventListener('eip6963:requestProvider', () => {
            for (const detail of details)
              page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
          });
          const wallets = createWalletStore();
          const end = wallets.subscribe(() => {});
          await settle();
          const hosts = order.includes('host') ? [host] : [];
          expect(wallets.get()).toEqual(hosts);
          const running = await Promise.all(details.map(runsModules));
          expect(details.filter((_, index) => running[index])).toEqual(hosts);
          const finding = findWallet({ signal: AbortSignal.timeout(20) });
          if (hosts.length > 0) expect((await finding).provider).toBe(host.provider);
          else await expect(finding).rejects.toMatchObject({ name: 'TimeoutError' });
          end();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('connects under an unknown name, and comes after a known one', async () => {
    const [host, known] = [hostOf('org.example.other'), hostOf('io.metamask')];
    at.isThere(host.detail);
    expect((await connect()).address).toMatch(/^0x/u);
    at.announce(known.detail);
    at.isThere(known.detail);
    // It has the module, which counts more than any name.
    expect((await findWallet()).provider).toBe(host.detail.provider);
    host.wallet.disconnect(ORIGIN);
    expect((await findWallet()).provider).toBe(known.detail.provider);
  });

  it('counts if it lists its modules late', async () => {
    const { detail } = hostOf('org.example.slow');
    let answer = () => {};
    const first = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const request: Provider['request'] = async (call) => {
      await first;
      return detail.provider.request(call);
    };
    at.isThere({ ...detail, provider: { request } });
    const finding = findWallet({ signal: AbortSignal.timeout(5_000) });
    setTimeout(answer, 1_100);
    expect((await finding).info.rdns).toBe('org.example.slow');
  });

  it('appears to libraries once it has listed its modules, unlike a stranger', async () => {
    const shown = () => 'starknet_xnet' in at.page;
    at.isThere(detailOf('org.stranger', { request: strangers.internal }));
    const hide = showModule();
    await settle();
    expect(shown()).toBe(false);
    at.announce(hostOf('org.example.other').detail);
    expect(shown()).toBe(false);
    await settle();
    expect(shown()).toBe(true);
    hide();
    expect(shown()).toBe(false);
  });

  it('reaches get-starknet by the wallet standard if it runs modules', async () => {
    const registered: unknown[] = [];
    at.page.addEventListener('wallet-standard:register-wallet', () => registered.push(true));
    const { provider } = hostOf('org.example.other').detail;
    expect(getStarknetAdapter({ rdns: 'org.stranger' }, { request: strangers.text })).toBeNull();
    await settle();
    expect(registered).toEqual([]);
    expect(getStarknetAdapter({ rdns: 'org.example.other' }, provider)).toBeNull();
    await settle();
    expect(registered).toEqual([true]);
    expect(getStarknetAdapter({ rdns: 'io.metamask' }, provider)).toMatchObject({ name: 'Xnet' });
  });
});
