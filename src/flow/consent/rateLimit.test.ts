import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedGrants } from '../../../test/wallet/storedAccounts';
import { toWireError } from '../../rpc/boundary';
import { chainIds } from '../../schema/primitives';
import { listSites } from '../home/sites';

const SITE = 'https://site.example';
const OTHER = 'https://other.example';

/** A module whose user answers when the test says so. */
function open(start = 1_000_000) {
  let now = start;
  const waiting: ((answer: boolean) => void)[] = [];
  const module = openModule({
    user: () => new Promise((resolve) => waiting.push(resolve)),
    now: () => now,
  });
  const ask = (origin: string) =>
    module.invoke('xnet_addAccount', {}, origin).then(
      () => 'agreed',
      (error) => error.kind,
    );
  /** Waits until so many dialogs have been opened in all. */
  const opened = async (count: number) => {
    while (module.dialogs.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  const refuse = async (origin: string) => {
    const asked = ask(origin);
    await opened(module.dialogs.length + 1);
    waiting.pop()?.(false);
    return asked;
  };
  return { ...module, ask, opened, refuse, waiting, pass: (ms: number) => (now += ms) };
}

describe('the guard of dialogs', () => {
  // @promise T18.2
  it('refuses a request when three others of the site wait already', async () => {
    const { ask, opened, waiting } = open();
    const asked = Array.from({ length: 4 }, () => ask(SITE));
    await opened(1);
    expect(await ask(SITE)).toBe('limitExceeded');
    for (let count = 1; count <= 4; count += 1) {
      await opened(count);
      waiting.shift()?.(true);
    }
    expect(await Promise.all(asked)).toStrictEqual(Array(4).fill('agreed'));
  });

  // @promise T18.3
  it('does not block a site for longer if the clock was ahead and is set back', async () => {
    const { ask, opened, refuse, waiting, pass, module } = open(1_000_000_000);
    for (let count = 0; count < 3; count += 1) await refuse(SITE);
    pass(-5 * 3_600_000);
    expect(await listSites(module)).toEqual([]);
    const asked = ask(SITE);
    await opened(4);
    waiting.pop()?.(true);
    expect(await asked).toBe('agreed');
  });

  // @promise T18.3
  it('blocks a site for a minute after three refusals within half a minute', async () => {
    const { ask, opened, refuse, waiting, dialogs, pass } = open();
    for (let count = 0; count < 3; count += 1) expect(await refuse(SITE)).toBe('userRejected');
    expect(await ask(SITE)).toBe('siteBlocked');
    pass(59_999);
    expect(await ask(SITE)).toBe('siteBlocked');
    expect(dialogs).toHaveLength(3);
    pass(1);
    const asked = ask(SITE);
    await opened(4);
    waiting.pop()?.(true);
    expect(await asked).toBe('agreed');
  });

  it('does not block another site, nor one whose refusals lie apart', async () => {
    const { ask, refuse, opened, waiting, pass } = open();
    for (let count = 0; count < 3; count += 1) await refuse(SITE);
    const asked = ask(OTHER);
    await opened(4);
    waiting.pop()?.(true);
    expect(await asked).toBe('agreed');
    for (let count = 0; count < 4; count += 1) {
      expect(await refuse('https://slow.example')).toBe('userRejected');
      pass(30_001);
    }
  });

  // @promise T18.3
  it('doubles each further block, up to ten minutes, also after a restart', async () => {
    const { refuse, ask, pass, state } = open();
    for (const minutes of [1, 2, 4, 8, 10, 10]) {
      for (let count = 0; count < 3; count += 1) await refuse(SITE);
      expect((state.plain.blocks as Record<string, { length: number }>)[SITE]?.length).toBe(
        minutes * 60_000,
      );
      expect(await ask(SITE)).toBe('siteBlocked');
      pass(minutes * 60_000);
    }
    for (let count = 0; count < 3; count += 1) await refuse(SITE);
    const restarted = openModule({ stored: state, now: () => pass(0) });
    await expect(restarted.invoke('xnet_addAccount', {}, SITE)).rejects.toMatchObject({
      kind: 'siteBlocked',
    });
  });
});

describe('what a site may have', () => {
  const [account] = storedAccounts(chainIds.sepolia, 1);
  const address = account?.address;
  const calls = [{ contractAddress: '0x1', entrypoint: 'put', calldata: [] }];
  const balance = { tokenAddress: '0x2', userAddress: '0x3' };

  /** A node that answers nothing of use, and counts what it is asked. */
  function openCounted(options: Parameters<typeof openModule>[0] = {}) {
    const clock = { now: 1_000_000 };
    const asked = { calls: 0 };
    const opened = openModule({
      stored: {
        plain: {
          accounts: { [chainIds.sepolia]: [account] },
          grants: storedGrants([chainIds.sepolia], 1, [SITE]),
        },
      },
      now: () => clock.now,
      fetch: async (_url, init) => {
        const sent = JSON.parse(String(init?.body));
        const replies = [sent].flat().map(({ id, method }) => {
          asked.calls += 1;
          if (method === 'starknet_chainId')
            return { jsonrpc: '2.0', id, result: chainIds.sepolia };
          if (method === 'starknet_specVersion') return { jsonrpc: '2.0', id, result: '0.10.2' };
          return { jsonrpc: '2.0', id, result: ['0x1', '0x0'] };
        });
        return new Response(JSON.stringify(Array.isArray(sent) ? replies : replies[0]));
      },
      ...options,
    });
    const kindOf = (method: string, params: object, origin = SITE) =>
      opened.invoke(method, params, origin).then(
        () => 'answered',
        (error) => error.kind,
      );
    return { ...opened, clock, asked, kindOf };
  }

  // @promise P3.1
  it('lets four of forty requests at once stand in line, and asks no node for the others', async () => {
    const { kindOf, asked } = openCounted({ user: () => new Promise(() => {}) });
    const kinds: string[] = [];
    for (let count = 0; count < 40; count += 1)
      void kindOf('xnet_executeTxn', { address, calls }).then((kind) => kinds.push(kind));
    while (kinds.length < 36) await new Promise((resolve) => setImmediate(resolve));
    expect(kinds.slice(0, 36)).toEqual(Array(36).fill('limitExceeded'));
    expect(asked.calls).toBeLessThan(50);
  });

  // @promise P3.1
  it('asks no node for a blocked site, and tells it how long to wait', async () => {
    const { kindOf, invoke, asked, module, clock } = openCounted();
    await module.blocks.put(SITE, { until: clock.now + 42_000, length: 60_000 });
    for (const [method, params] of [
      ['xnet_executeTxn', { address, calls }],
      ['xnet_addErc20Token', { tokenAddress: '0x2', tokenName: 'A', tokenSymbol: 'B' }],
      ['xnet_recoverAccounts', {}],
      ['xnet_createAccount', { addressIndex: 0, deploy: true }],
    ] as const)
      expect(await kindOf(method, params)).toBe('siteBlocked');
    expect(asked.calls).toBe(0);
    const error = toWireError(await invoke('xnet_addAccount', {}, SITE).catch((one) => one), {});
    expect(error.data).toMatchObject({ kind: 'siteBlocked', retry: true, retryAfterSeconds: 42 });
    expect(error.message).toContain('42 seconds');
    // Questions are blocked; what was sent before can be followed.
    expect(await kindOf('xnet_getErc20TokenBalance', balance)).toBe('answered');
  });

  it('runs sixty-four requests of a site at a time, apart from other sites', async () => {
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    const { kindOf } = openCounted({
      border: async ({ method }, cross) => {
        if (method === 'http') await held;
        return cross();
      },
    });
    const running = Array.from({ length: 64 }, () => kindOf('xnet_getErc20TokenBalance', balance));
    expect(await kindOf('ping', {})).toBe('limitExceeded');
    expect(await kindOf('ping', {}, OTHER)).toBe('answered');
    release();
    expect(await Promise.all(running)).toEqual(Array(64).fill('answered'));
    expect(await kindOf('ping', {})).toBe('answered');
  });

  // @promise P3.2
  it('counts a site’s calls to nodes by the minute, apart from other sites', async () => {
    const { kindOf, invoke, asked, clock } = openCounted();
    let answered = 0;
    while ((await kindOf('xnet_getErc20TokenBalance', balance)) === 'answered') answered += 1;
    // Four calls for a balance, by both names and of both blocks.
    expect(answered).toBe(150);
    const before = asked.calls;
    const refused = await invoke('xnet_getErc20TokenBalance', balance, SITE).catch((one) => one);
    expect(refused).toMatchObject({ kind: 'limitExceeded', data: { retryAfterSeconds: 1 } });
    expect(asked.calls).toBe(before);
    expect(await kindOf('xnet_getErc20TokenBalance', balance, OTHER)).toBe('answered');
    clock.now += 1_000;
    expect(await kindOf('xnet_getErc20TokenBalance', balance)).toBe('answered');
  });

  // @promise T34.4
  it('counts the computing that a site causes by the minute', async () => {
    const { kindOf, clock } = openCounted();
    let answered = 0;
    while ((await kindOf('ping', { debugLevel: 'x'.repeat(60_000) })) === 'answered') answered += 1;
    expect(answered).toBeGreaterThan(2_000);
    expect(answered).toBeLessThan(3_000);
    expect(await kindOf('ping', {})).toBe('limitExceeded');
    expect(await kindOf('ping', {}, OTHER)).toBe('answered');
    clock.now += 60_000;
    expect(await kindOf('ping', {})).toBe('answered');
  });
});
