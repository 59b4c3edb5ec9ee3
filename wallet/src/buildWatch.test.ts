import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildTestModule,
  dapp,
  startWallet,
  type WalletProcess,
} from '../test-module/walletProcess';

const MINUTE = 60_000;
const secret = { key: 'secret', encrypted: true };
let folder: string;
let wallet: WalletProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  buildTestModule(join(folder, 'module'), 'one');
  wallet = await startWallet(join(folder, 'module'), join(folder, 'data'), ['--watch']);
  await wallet.connect();
}, MINUTE);

afterAll(async () => {
  await wallet?.stop();
  await rm(folder, { recursive: true });
});

const build = (label: string) => buildTestModule(join(folder, 'module'), label);
const checksum = async () => (await wallet.until(() => true)).module?.checksum;
const another = (than: string | undefined) =>
  wallet.until(({ module }) => module !== null && module.checksum !== than);

describe('the module of a wallet that watches its folder', () => {
  it(
    'loads a new build as soon as it exists, with data and sites of the old one',
    async () => {
      await wallet.invoke('setState', { ...secret, value: 'kept' });
      const before = await checksum();
      build('two');
      expect(await another(before)).toMatchObject({ sites: [dapp], buildError: null });
      expect((await wallet.invoke('ping')).result).toMatchObject({ build: 'two' });
      expect((await wallet.invoke('getState', secret)).result).toBe('kept');
    },
    MINUTE,
  );

  it(
    'ends the dialog that the old build had open',
    async () => {
      const asked = wallet.invoke('confirm', { text: 'pay' });
      await wallet.until(({ approvals }) => approvals.length === 1);
      const before = await checksum();
      build('three');
      expect((await another(before)).approvals).toEqual([]);
      expect(await asked).not.toMatchObject({ result: true });
    },
    MINUTE,
  );

  it(
    'stays while the manifest cannot be read, and if a build does not start',
    async () => {
      const before = await checksum();
      await writeFile(join(folder, 'module/snap.manifest.json'), '{"version":');
      expect((await wallet.invoke('ping')).result).toMatchObject({ build: 'three' });
      build('broken');
      await wallet.until(({ buildError }) => buildError !== null);
      expect(await checksum()).toBe(before);
      expect((await wallet.invoke('ping')).result).toMatchObject({ build: 'three' });
      build('four');
      await another(before);
      expect((await wallet.invoke('ping')).result).toMatchObject({ build: 'four' });
    },
    MINUTE,
  );
});
