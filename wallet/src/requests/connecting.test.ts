import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildTestModule,
  moduleId,
  startWallet,
  type WalletProcess,
} from '../../test-module/walletProcess';

const other = 'https://other.example.org';
let folder: string;
let wallet: WalletProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  buildTestModule(join(folder, 'module'), 'one');
  wallet = await startWallet(join(folder, 'module'), join(folder, 'data'));
}, 60_000);

afterAll(async () => {
  await wallet.stop();
  await rm(folder, { recursive: true });
});

describe('a second site that connects while the module is installed for the first', () => {
  it('is connected after one installation, which the module was told of', async () => {
    const first = wallet.rpc('wallet_requestModules', { [moduleId]: {} });
    await wallet.answer('wallet_requestPermissions');
    await wallet.until(({ approvals }) =>
      approvals.some(({ type }) => type === 'wallet_installSnap'),
    );
    const second = wallet.rpc('wallet_requestModules', { [moduleId]: {} }, other);
    await wallet.answer('wallet_requestPermissions');
    await wallet.answer('wallet_installSnap');
    await wallet.answer('wallet_installSnapResult');
    for (const reply of [await first, await second])
      expect(reply.result).toMatchObject({ [moduleId]: { id: moduleId } });
    const installed = await wallet.invoke('getState', { key: 'installed' }, other);
    expect(installed.result).toBe('one');
  });
});
