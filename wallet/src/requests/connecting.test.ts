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
  it('connects the second site after one installation that the module heard of', async () => {
    const first = wallet.rpc('wallet_requestModules', { [moduleId]: {} });
    await wallet.answer('wallet_requestPermissions');
    // While it loads, the vendor's controller would begin a second installation.
    await wallet.until(({ approvals }) =>
      approvals.some(({ type, loading }) => type === 'wallet_installSnap' && !loading),
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

describe('two sites that connect at the same moment', () => {
  it('leaves a wallet that goes on, and connects the next one, although both installations were allowed', async () => {
    expect(await wallet.command({ do: 'reset' })).toBeNull();
    const sites = ['https://one.example.org', 'https://two.example.org'];
    const type = 'wallet_requestPermissions';
    // One of them gets no reply before the wallet ends.
    const asked = sites.map((site) =>
      wallet.rpc('wallet_requestModules', { [moduleId]: {} }, site).catch(() => null),
    );
    const all = await wallet.until(({ approvals }) => approvals.length === 2);
    await Promise.all(
      all.approvals.map(({ id }) => wallet.command({ do: 'decide', id, approve: true })),
    );
    expect(all.approvals.map((approval) => approval.type)).toEqual([type, type]);
    // The vendor's controller has decided for each to install before there was a module.
    for (const _ of sites) await wallet.answer('wallet_installSnap');
    await wallet.answer('wallet_installSnapResult');
    const failed = { error: { code: -32603, message: expect.stringContaining('already') } };
    expect(await Promise.race(asked)).toMatchObject(failed);
    const next = 'https://next.example.org';
    expect(await wallet.connect(next)).toMatchObject({ result: { [moduleId]: { id: moduleId } } });
    expect((await wallet.invoke('ping', {}, next)).result).toMatchObject({ origin: next });
  }, 60_000);
});
