import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExplorerServer, startExplorerServer } from '../../../../test/chain/explorerServer';
import { createForm } from '../../../../test/wallet/createForm';
import { openModule } from '../../../../test/wallet/openModule';
import { gasSetting, ipfsSetting } from './services';

const KEY = 'canary0123456789abcdef';
const settings = { gas: gasSetting, ipfs: ipfsSetting };

let server: ExplorerServer;
beforeEach(async () => {
  server = await startExplorerServer(() => ({ body: Array.from({ length: 30 }, () => '1.5') }));
});
afterEach(() => server.stop());

describe('a service with keys', () => {
  it.each<[string, 'gas' | 'ipfs', string, string]>([
    ['no key, which it needs', 'gas', '', ''],
    ['a secret without its key', 'gas', '', KEY],
    ['a secret without its key, which it can do without', 'ipfs', '', KEY],
    ['a secret that is too short', 'ipfs', KEY, 'short'],
    ['a key that is too short', 'gas', 'short', KEY],
    ['a key that is too long', 'gas', 'k'.repeat(513), ''],
    ['a key of two words', 'gas', `${KEY} ${KEY}`, ''],
  ])('refuses a service, without a request, with %s', async (_, name, key, secret) => {
    const { module } = openModule();
    const notice = await settings[name].save(module, createForm({ url: server.url, key, secret }));
    expect(notice).toMatchObject({ severity: 'danger', title: { say: 'home.noKey' } });
    expect(server.asked).toEqual([]);
    expect(await module.settings.services.shown()).toEqual({});
  });

  const basic = (key: string) => `Basic ${btoa(`${key}:`)}`;
  it.each<[string, 'gas' | 'ipfs', string, string, string | undefined]>([
    ['a key in its address', 'gas', KEY, `/v3/${KEY}/networks/1/baseFeeHistory`, undefined],
    [
      ...(['a key as long as can be', 'gas', 'k'.repeat(512)] as const),
      ...([`/v3/${'k'.repeat(512)}/networks/1/baseFeeHistory`, undefined] as const),
    ],
    ['a key in a header', 'ipfs', KEY, '/api/v0/version', basic(KEY)],
    ['none, where it needs none', 'ipfs', '', '/api/v0/version', undefined],
  ])('sets and removes a service with %s', async (_, name, key, path, sent) => {
    const { module } = openModule();
    const typed = { url: ` ${server.url} `, key: ` ${key} ` };
    expect(await settings[name].save(module, createForm(typed))).toMatchObject({
      severity: 'info',
    });
    const [asked] = server.asked;
    expect(asked?.url.pathname).toBe(path);
    expect(asked?.headers.authorization).toBe(sent);
    expect(await module.settings.services.shown()).toEqual({ [name]: new URL(server.url).host });
    expect(await settings[name].remove?.(module, createForm({}))).toMatchObject({
      severity: 'info',
    });
    expect(await module.settings.services.shown()).toEqual({});
  });
});
