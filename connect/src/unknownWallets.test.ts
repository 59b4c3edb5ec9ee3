import { afterEach, describe, expect, it, jest } from '@jest/globals';
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
afterEach(() => void jest.useRealTimers());
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
    const isVisible = () => 'starknet_xnet' in at.page;
    at.isThere(detailOf('org.stranger', { request: strangers.internal }));
    const hide = showModule();
    await settle();
    expect(isVisible()).toBe(false);
    at.announce(hostOf('org.example.other').detail);
    expect(isVisible()).toBe(false);
    await settle();
    expect(isVisible()).toBe(true);
    hide();
    expect(isVisible()).toBe(false);
  });

  it('appears exactly if one of the wallets runs the module, in any order and at any time', async () => {
    const kinds = [...(Object.keys(strangers) as (keyof typeof strangers)[]), 'host' as const];
    const wallet = fc.record({
      kind: fc.constantFrom(...kinds),
      isKnown: fc.boolean(),
      /** Milliseconds until it announces itself, and from then until it answers first. */
      comesAt: fc.constantFrom(0, 0, 1, 500, 1_500),
      takes: fc.constantFrom(0, 0, 1, 700, 1_200, 2_500),
      isAlwaysSlow: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(wallet, { minLength: 1, maxLength: 4 }), async (wallets) => {
        jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
        const page = new EventTarget();
        Object.assign(globalThis, { window: page });
        const listening = new Set<number>();
        wallets.forEach(({ kind, isKnown, comesAt, takes, isAlwaysSlow }, index) => {
          const answer = kind === 'host' ? hostOf('').detail.provider.request : strangers[kind];
          let isFirst = true;
          const request: Provider['request'] = async (call) => {
            const waitMs = isFirst || isAlwaysSlow ? takes : 0;
            isFirst = false;
            if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
            return answer(call);
          };
          const provider: Provider = {
            request,
            on: () => listening.add(index),
          };
          const rdns = isKnown ? 'io.metamask' : `org.wallet${index}`;
          const detail = detailOf(rdns, provider, `${index}`);
          const announce = () =>
            page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
          if (comesAt > 0) setTimeout(announce, comesAt);
          else page.addEventListener('eip6963:requestProvider', announce);
        });
        const hide = showModule({}, ({ client: { provider } }) => {
          provider.on?.('message', () => {});
        });
        await jest.advanceTimersByTimeAsync(20_000);
        // A wallet of a known name that fails for now may have it later.
        const mayRun = wallets.some(
          ({ kind, isKnown }) =>
            kind === 'host' || (isKnown && ['internal', 'denied', 'text'].includes(kind)),
        );
        expect('starknet_xnet' in page).toBe(mayRun);
        if (mayRun) expect(listening.size).toBe(wallets.length);
        hide();
        jest.useRealTimers();
      }),
      { numRuns: 60 },
    );
  });

  it('reports an event of a wallet that came after the page had begun to listen', async () => {
    at.isThere(hostOf('io.metamask').detail);
    const events: string[] = [];
    const listener = () => events.push('message');
    let stop = () => {};
    showModule({}, ({ client: { provider } }) => {
      provider.on?.('message', listener);
      stop = () => void provider.removeListener?.('message', listener);
    });
    const target = new EventTarget();
    const { provider } = hostOf('org.example.other').detail;
    const late: Provider = {
      ...provider,
      on: (name, call) => target.addEventListener(name, call),
      removeListener: (name, call) => target.removeEventListener(name, call),
    };
    at.announce(detailOf('org.example.other', late));
    target.dispatchEvent(new Event('message'));
    expect(events).toEqual(['message']);
    stop();
    at.announce(detailOf('org.example.third', late));
    target.dispatchEvent(new Event('message'));
    expect(events).toEqual(['message']);
  });

  it('hides a known wallet that runs no modules beside a stranger', async () => {
    const isVisible = () => 'starknet_xnet' in at.page;
    at.isThere(
      detailOf('io.metamask', { request: strangers.code }),
      detailOf('org.stranger', { request: strangers.internal }),
    );
    showModule();
    expect(isVisible()).toBe(true);
    await settle();
    expect(isVisible()).toBe(false);
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
