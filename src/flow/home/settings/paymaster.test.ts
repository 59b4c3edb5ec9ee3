import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type PaymasterServer,
  startPaymasterServer,
} from '../../../../test/review/paymasterServer';
import { createForm } from '../../../../test/wallet/createForm';
import { openModule } from '../../../../test/wallet/openModule';
import { openPage } from '../../../../test/wallet/openPage';
import { chainIds } from '../../../schema/primitives';
import { mainParts } from '../../../ui/home/main';
import { settingParts } from '../../../ui/home/settings';
import { homeParts } from '../../../ui/home/view';
import { paymasterSetting } from './paymaster';

const KEY = 'canary0123456789abcdef';
const chainId = chainIds.sepolia;

let server: PaymasterServer;
beforeEach(async () => {
  server = await startPaymasterServer({ key: KEY });
});
afterEach(() => server.stop());

describe('the paymaster of a network', () => {
  it.each([chainId, chainIds.mainnet])(
    'offers the paymaster for the network in sight until another is chosen: %s',
    async (shown) => {
      const { input, press, tree } = openPage();
      await input({ type: 'InputChangeEvent', name: mainParts.network, value: shown });
      await press(`${homeParts.go}settings`);
      await press(`${settingParts.unfold}paymaster`);
      const offered = /"name":"network".*?"value":"(0x\w+)"/u.exec(JSON.stringify(await tree()));
      expect(offered?.[1]).toBe(shown);
    },
  );

  it('sets a paymaster after asking it, and stores address and key encrypted', async () => {
    const { module, state } = openModule();
    const notice = await paymasterSetting.save(
      module,
      createForm({ network: chainId, url: ` ${server.url} `, key: ` ${KEY} ` }),
    );
    expect(notice).toMatchObject({
      severity: 'info',
      text: { say: 'fees.paymasterSaved', with: { host: new URL(server.url).host } },
    });
    expect(server.asked.map(({ method }) => method)).toEqual([
      'paymaster_isAvailable',
      'paymaster_getSupportedTokens',
    ]);
    expect(server.asked[0]?.headers['x-paymaster-api-key']).toBe(KEY);
    expect(JSON.stringify(state.plain)).not.toContain(KEY);
    expect(JSON.stringify(state.plain)).not.toContain('http');
    expect(JSON.stringify(notice)).not.toContain(KEY);
    await expect(module.settings.paymasters.of(chainId)).resolves.toEqual({
      url: server.url,
      key: KEY,
    });
    await expect(module.paymaster(chainId)).resolves.toMatchObject({ hasKey: true });
    await expect(module.paymaster(chainIds.mainnet)).resolves.toBeUndefined();
  });

  it('needs no key', async () => {
    const { module } = openModule();
    await expect(
      paymasterSetting.save(module, createForm({ network: chainId, url: server.url, key: '' })),
    ).resolves.toMatchObject({
      severity: 'info',
    });
    await expect(module.paymaster(chainId)).resolves.toMatchObject({ hasKey: false });
  });

  it.each([
    ['that is no URL', 'paymaster', '', 'home.noAddress'],
    ['with a short key', 'https://paymaster.example/', 'short', 'home.noKey'],
    ['with a key of two lines', 'https://paymaster.example/', `${KEY}\n${KEY}`, 'home.noKey'],
    ['without TLS', 'http://paymaster.example/', KEY, 'home.noAddress'],
    ['that nobody answers at', 'http://127.0.0.1:9/', KEY, 'home.notTaken'],
  ])('refuses a paymaster %s', async (_, url, key, say) => {
    const { module } = openModule({ setTimer: runAtOnce });
    await expect(
      paymasterSetting.save(module, createForm({ network: chainId, url, key })),
    ).resolves.toMatchObject({
      severity: 'danger',
      title: { say },
    });
    await expect(module.settings.paymasters.shown()).resolves.toEqual({});
  });

  it('refuses a paymaster that fails, and shows no key', async () => {
    const { module } = openModule();
    server.fail({ code: 163, message: 'An error occurred', data: `bad key ${KEY}` });
    const notice = await paymasterSetting.save(
      module,
      createForm({ network: chainId, url: server.url, key: KEY }),
    );
    expect(notice).toEqual({
      severity: 'danger',
      title: { say: 'home.notTaken' },
      text: { say: 'home.notChecked' },
    });
    expect(JSON.stringify(notice)).not.toContain(KEY);
    await expect(module.settings.paymasters.of(chainId)).resolves.toBeUndefined();
  });

  it('refuses a paymaster that says it is unavailable', async () => {
    const { module } = openModule();
    const resting = await startPaymasterServer({ isAvailable: false });
    const form = createForm({ network: chainId, url: resting.url });
    const notice = await paymasterSetting.save(module, form).finally(() => resting.stop());
    expect(notice).toMatchObject({ severity: 'danger', title: { say: 'home.notTaken' } });
    await expect(module.settings.paymasters.shown()).resolves.toEqual({});
  });

  it('refuses a paymaster for an unknown network', async () => {
    const { module } = openModule();
    const notice = await paymasterSetting.save(
      module,
      createForm({ network: '0x1', url: server.url, key: KEY }),
    );
    expect(notice).toBeUndefined();
    await expect(
      paymasterSetting.remove?.(module, createForm({ network: '0x1' })),
    ).resolves.toBeUndefined();
    expect(server.asked).toEqual([]);
  });

  it('sets the public one at a press, after asking it', async () => {
    const { module } = openModule({ paymasterUrl: server.url });
    await expect(
      paymasterSetting.usePublic?.(module, createForm({ network: chainId })),
    ).resolves.toMatchObject({ severity: 'info' });
    await expect(module.settings.paymasters.of(chainId)).resolves.toEqual({ url: server.url });
    expect(server.asked.map(({ method }) => method)).toEqual([
      'paymaster_isAvailable',
      'paymaster_getSupportedTokens',
    ]);
  });

  it('says at once that the public one is asked', async () => {
    const { press, drawn, now } = openPage({ paymasterUrl: server.url });
    await press(`${homeParts.go}settings`);
    await press(`${settingParts.unfold}paymaster`);
    const earlierCount = drawn.length;
    await press(`${settingParts.usePublic}paymaster`);
    expect(drawn[earlierCount]).toContain('Checking');
    expect(await now()).not.toContain('Checking');
  });

  it('sets no public one on a local chain, and says so', async () => {
    const { module } = openModule();
    await expect(
      paymasterSetting.usePublic?.(module, createForm({ network: chainId })),
    ).resolves.toMatchObject({ severity: 'danger', text: { say: 'fees.noPublic' } });
    await expect(module.settings.paymasters.of(chainId)).resolves.toBeUndefined();
  });

  it('removes a paymaster and its key', async () => {
    const { module, state } = openModule();
    await paymasterSetting.save(
      module,
      createForm({ network: chainId, url: server.url, key: KEY }),
    );
    await expect(
      paymasterSetting.remove?.(module, createForm({ network: chainId })),
    ).resolves.toMatchObject({
      severity: 'info',
    });
    await expect(module.paymaster(chainId)).resolves.toBeUndefined();
    expect(JSON.stringify(state)).not.toContain(KEY);
  });
});

/** Pauses between two attempts are not waited for; time limits never come. */
function runAtOnce(run: () => void, ms: number): () => void {
  if (ms >= 9_000) return () => {};
  setImmediate(run);
  return () => {};
}
