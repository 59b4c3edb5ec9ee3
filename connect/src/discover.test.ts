import { describe, expect, it, jest } from '@jest/globals';
import { fakePage } from '../../test/wallet/fakePage';
import { discover, findWallet } from './discover';
import { showModule } from './install';
import type { ProviderDetail } from './provider';

const at = fakePage();
const { provider, info, announce, isThere } = at;
const found = () => {
  const details: ProviderDetail[] = [];
  const end = discover((detail) => details.push(detail));
  return { details, end };
};

describe('discover', () => {
  it('reports wallets that were there before the page asked, in the same turn', () => {
    isThere({ info, provider });
    expect(found().details).toEqual([{ info, provider }]);
  });

  it('reports wallets that come after the page asked, until it is ended', () => {
    const { details, end } = found();
    announce({ info, provider });
    end();
    announce({ info: { ...info, uuid: '2' }, provider });
    expect(details).toEqual([{ info, provider }]);
  });

  it('reports a wallet once, however often it announces itself', () => {
    isThere({ info, provider }, { info, provider });
    const { details } = found();
    announce({ info, provider });
    expect(details).toHaveLength(1);
  });

  it('reports every wallet, whatever its name', () => {
    const other = { info: { ...info, uuid: '2', rdns: 'org.example.other' }, provider };
    isThere(other, { info, provider });
    expect(found().details).toEqual([other, { info, provider }]);
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [{ info }],
    [{ provider }],
    [{ info: { ...info, name: 7 }, provider }],
    [{ info: { ...info, uuid: 7 }, provider }],
    [{ info: { ...info, rdns: undefined }, provider }],
    [{ info, provider: { request: 'no function' } }],
  ])('leaves out %p', (detail) => {
    isThere(detail);
    expect(found().details).toEqual([]);
  });

  it('drops a picture that would be loaded from elsewhere, and cuts an endless name', () => {
    const icon = 'https://wallet.example/icon.png';
    isThere({ info: { ...info, icon, name: 'x'.repeat(1_000) }, provider });
    expect(found().details[0]?.info).toMatchObject({ icon: '', name: 'x'.repeat(40) });
    const { details } = found();
    for (const odd of [undefined, 7, {}])
      announce({ info: { ...info, uuid: String(odd), icon: odd }, provider });
    expect(details.slice(1).map((one) => one.info.icon)).toEqual(['', '', '']);
  });

  it('finds none on a server that draws the page, and lets it draw', () => {
    delete (globalThis as { window?: unknown }).window;
    const { details, end } = found();
    end();
    showModule()();
    expect(details).toEqual([]);
  });
});

describe('findWallet', () => {
  it('waits for a wallet that comes later', async () => {
    const finding = findWallet();
    announce({ info, provider });
    expect(await finding).toEqual({ info, provider });
  });

  it('ends the wait at the signal, and listens no more', async () => {
    const heard: string[] = [];
    at.page.addEventListener = new Proxy(at.page.addEventListener, {
      apply: (add, self, args) => {
        heard.push(String(args[0]));
        return Reflect.apply(add, self, args);
      },
    });
    at.page.removeEventListener = new Proxy(at.page.removeEventListener, {
      apply: (remove, self, args) => {
        heard.splice(heard.indexOf(String(args[0])), 1);
        return Reflect.apply(remove, self, args);
      },
    });
    const reason = new Error('Enough.');
    const controller = new AbortController();
    const finding = findWallet({ signal: controller.signal });
    expect(heard).toEqual(['eip6963:announceProvider']);
    controller.abort(reason);
    await expect(finding).rejects.toBe(reason);
    await expect(findWallet({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(heard).toEqual([]);
  });

  it('ends after three seconds without a signal, or after the time that the page sets', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    for (const [options, ms] of [
      [{}, 3_000],
      [{ waitMs: 50 }, 50],
    ] as const) {
      let end: unknown;
      findWallet(options).catch((error) => {
        end = error;
      });
      await jest.advanceTimersByTimeAsync(ms - 1);
      expect(end).toBeUndefined();
      await jest.advanceTimersByTimeAsync(1);
      expect(end).toMatchObject({
        name: 'TimeoutError',
        message: expect.stringContaining('No wallet that runs modules'),
      });
    }
    jest.useRealTimers();
  });

  it('reports that there is no wallet when time runs out', async () => {
    await expect(findWallet({ signal: AbortSignal.timeout(1) })).rejects.toMatchObject({
      name: 'TimeoutError',
      message: expect.stringContaining('No wallet that runs modules'),
    });
  });
});
