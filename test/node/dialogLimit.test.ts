import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chainIds } from '../../src/schema/primitives';
import { startWallet, type WalletProcess } from '../../wallet/test-module/walletProcess';
import { addressedModule } from '../stage/addressedModule';

let folder: string;
let builtModule: string;
let wallet: WalletProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-limit-'));
  const built = await addressedModule({
    out: join(folder, 'module'),
    endpoints: { [chainIds.sepolia]: ['http://127.0.0.1:1/'] },
  });
  builtModule = built.out;
}, 180_000);
afterEach(() => wallet?.stop());
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Refuses three network switches; returns the wallet after a fourth request. */
async function refuseThrice(...more: string[]) {
  const data = await mkdtemp(join(folder, 'data-'));
  const opened = await startWallet(builtModule, data, ['--allow-mainnet', ...more]);
  wallet = opened;
  await opened.connect();
  const ask = () => opened.invoke('xnet_switchNetwork', { chainId: '0x534e5f4d41494e' });
  for (let time = 0; time < 3; time += 1) {
    const reply = ask();
    await opened.answer('snap_dialog', false);
    expect(await reply).toEqual({ result: false });
  }
  return { opened, reply: ask() };
}

describe('a wallet that refuses a second dialog of the module, as those before 2026', () => {
  // @promise T18.1
  it('shows those of two sites in turn, and each gets its answer', async () => {
    const data = await mkdtemp(join(folder, 'data-'));
    const opened = await startWallet(builtModule, data, ['--allow-mainnet', '--one-dialog']);
    wallet = opened;
    const sites = ['http://127.0.0.1:3000', 'https://other.example'];
    for (const [at, site] of sites.entries()) await opened.connect(site, at === 0);
    const asked = sites.map((site) =>
      opened.invoke('xnet_switchNetwork', { chainId: '0x534e5f4d41494e' }, site),
    );
    const seen: string[] = [];
    for (const _ of sites) {
      const { approvals } = await opened.answer('snap_dialog', false);
      expect(approvals).toHaveLength(1);
      seen.push(sites.find((site) => JSON.stringify(approvals).includes(site)) ?? '');
    }
    expect(await Promise.all(asked)).toEqual([{ result: false }, { result: false }]);
    expect([...seen].sort()).toEqual(sites);
  }, 60_000);
});

describe('a site that was refused three times', () => {
  it('blocks the site for a while', async () => {
    const { reply } = await refuseThrice();
    expect((await reply).error?.message).toMatch(/again in \d+ seconds/u);
  }, 60_000);

  it('lets the site ask again if the wallet was started without a limit', async () => {
    const { opened, reply } = await refuseThrice('--no-dialog-limit');
    await opened.answer('snap_dialog', false);
    expect(await reply).toEqual({ result: false });
  }, 60_000);
});
