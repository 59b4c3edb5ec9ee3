import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { askChain, fund, type LocalChain } from '../../scripts/start/localChain';
import type { FoundAccount, StoredAccount } from '../../src/schema/account';
import { chainIds } from '../../src/schema/primitives';
import { accountClasses } from '../../src/starknet/accounts/classes';
import { startChain } from '../chain/chain';
import { type NodeProxy, startProxy } from '../chain/proxy';
import vectors from '../vectors/accounts.json';
import { openModule } from '../wallet/openModule';
import { ONE, readNonce, transfer } from './account';
import { getText, readDialog } from './readDialog';

type Classes = 'argent040' | 'argent031' | 'argent024Proxy' | 'openZeppelin100';
const addressAt = (addressIndex: number, kind: Classes): string => {
  const found = vectors.accounts.find((account) => account.addressIndex === addressIndex);
  if (!found) throw new Error(`There is no vector of index ${addressIndex}.`);
  return found[kind];
};
const fundEth = (address: string) =>
  askChain(chain.url, 'devnet_mint', { address, amount: 5_000, unit: 'WEI' });

let chain: LocalChain;
let proxy: NodeProxy;
beforeAll(async () => {
  chain = await startChain();
  proxy = await startProxy({ target: chain.url });
  // One index each: an undeployed account of every older class, one of them with ETH only.
  await fund(chain.url, addressAt(1, 'argent031'), 3n * ONE);
  await fundEth(addressAt(2, 'argent024Proxy'));
  await fund(chain.url, addressAt(5, 'openZeppelin100'), 10n * ONE);
}, 180_000);
afterAll(async () => {
  await proxy?.stop();
  await chain?.stop();
});
beforeEach(() => proxy.reset());

const open = (options: Parameters<typeof openModule>[0] = {}) =>
  openModule({ sepoliaUrl: proxy.url, ...options });
const listed = (found: FoundAccount[]) =>
  found.map(({ addressIndex, accountClass }) => `${addressIndex} ${accountClass}`);

describe('xnet_recoverAccounts', () => {
  it('looks at one index by default, and lists the account that would be made there', async () => {
    const { invoke, dialogs, module } = open();
    const found = await invoke('xnet_recoverAccounts');
    expect(found).toEqual([
      expect.objectContaining({
        address: addressAt(0, 'argent040'),
        addressIndex: 0,
        accountName: 'Account 1',
        accountClass: 'argent040',
        deployed: false,
        classHash: null,
        version: null,
        strkBalance: '0x0',
        ethBalance: '0x0',
        upgradeAvailable: false,
      }),
    ]);
    expect(dialogs).toHaveLength(1);
    const kept = await module.accounts.list(chainIds.sepolia);
    expect(kept.map(({ address }) => address)).toEqual([addressAt(0, 'argent040')]);
  });

  it('finds what is funded in older classes, and says so before the site learns of it', async () => {
    const { invoke, dialogs } = open();
    const found = await invoke('xnet_recoverAccounts', { maxScanned: 6, maxMissed: 6 });
    expect(listed(found)).toEqual([
      '0 argent040',
      '1 argent031',
      '1 argent040',
      '2 argent024',
      '2 argent040',
      '3 argent040',
      '4 argent040',
      '5 openZeppelin100',
      '5 argent040',
    ]);
    expect([2, 1, 3, 7].map((at) => found[at].address)).toEqual([
      addressAt(1, 'argent040'),
      addressAt(1, 'argent031'),
      addressAt(2, 'argent024Proxy'),
      addressAt(5, 'openZeppelin100'),
    ]);
    expect(found[1]).toMatchObject({
      accountClass: 'argent031',
      accountName: 'Account 2, Argent 0.3.1',
      strkBalance: `0x${(3n * ONE).toString(16)}`,
    });
    expect(found[3]).toMatchObject({ accountClass: 'argent024', ethBalance: '0x1388' });

    // Whether to search, then what was found.
    expect(dialogs).toHaveLength(2);
    const shown = getText(dialogs[1]).replaceAll(' ', '');
    for (const { address } of found) expect(shown).toContain(address);
    const labels = readDialog(dialogs[1] as never).facts.map(({ label }) => label);
    expect(labels).toContain('Account 2, index 1, Argent 0.3.1, 3 STRK, 0 ETH, not deployed');

    // The site sees them now, so no dialog opens again, here or elsewhere.
    expect(await invoke('xnet_recoverAccounts', { maxScanned: 6, maxMissed: 6 })).toEqual(found);
    expect(await invoke('xnet_listAccounts')).toHaveLength(found.length);
    expect(dialogs).toHaveLength(2);
  });

  it('ends before the index that would be one too many of those with nothing', async () => {
    const { invoke, module } = open();
    const upTo = async (maxMissed: number) =>
      listed(await invoke('xnet_recoverAccounts', { startScanIndex: 2, maxScanned: 8, maxMissed }));
    expect(await upTo(0)).toEqual(['2 argent024', '2 argent040']);
    expect(await upTo(1)).toEqual(['2 argent024', '2 argent040', '3 argent040']);
    expect(await upTo(2)).toEqual([
      '2 argent024',
      '2 argent040',
      '3 argent040',
      '4 argent040',
      '5 openZeppelin100',
      '5 argent040',
    ]);
    expect(await module.accounts.list(chainIds.sepolia)).toHaveLength(6);
  });

  it('uses no index twice if some are left out', async () => {
    const { invoke, module } = open();
    for (const startScanIndex of [2, 5]) await invoke('xnet_recoverAccounts', { startScanIndex });
    // Gaps in the indexes are filled from below, and no index is used twice.
    const added = [];
    for (let count = 0; count < 4; count += 1)
      added.push((await invoke('xnet_addAccount')).addressIndex);
    expect(added).toEqual([0, 1, 3, 4]);
    const kept = await module.accounts.list(chainIds.sepolia);
    expect(new Set(kept.map(({ address }) => address)).size).toBe(kept.length);
  });

  it('keeps nothing and tells nothing when the user refuses', async () => {
    const { invoke, module } = open({ user: () => false });
    await expect(invoke('xnet_recoverAccounts', { maxScanned: 2 })).rejects.toMatchObject({
      kind: 'userRejected',
    });
    expect(await module.accounts.list(chainIds.sepolia)).toEqual([]);
    expect(await module.grants.of('https://dapp.example')).toEqual([]);
  });

  it('asks the node for nothing while the site is blocked after refusals', async () => {
    const { invoke } = open({ user: () => false });
    for (let count = 0; count < 3; count += 1)
      await expect(invoke('xnet_recoverAccounts')).rejects.toMatchObject({ kind: 'userRejected' });
    proxy.reset();
    await expect(invoke('xnet_recoverAccounts')).rejects.toMatchObject({ kind: 'siteBlocked' });
    expect(proxy.requests()).toBe(0);
  });

  it('keeps what the user has said of an account', async () => {
    const { invoke, module } = open();
    await invoke('xnet_addAccount', { accountName: 'Savings' });
    const hide = (account: StoredAccount) => ({ ...account, hidden: true });
    await module.accounts.change(chainIds.sepolia, addressAt(0, 'argent040'), hide);
    const [found] = await invoke('xnet_recoverAccounts');
    expect(found).toMatchObject({ accountName: 'Savings', visibility: false });
  });

  it('asks for 50 indexes in at most 8 HTTP requests of at most 100 calls', async () => {
    const { invoke } = open();
    const found = await invoke('xnet_recoverAccounts', { maxScanned: 50, maxMissed: 50 });
    expect(new Set(found.map(({ addressIndex }: FoundAccount) => addressIndex)).size).toBe(50);
    expect(proxy.requests()).toBeLessThanOrEqual(8);
    expect(Math.max(...proxy.methods().map((calls) => calls.length))).toBeLessThanOrEqual(100);
    const classes = proxy
      .methods()
      .flat()
      .filter((name) => name === 'starknet_getClassHashAt');
    // 50 indexes of 4 classes.
    expect(classes).toHaveLength(200);
  });

  it('looks further for the companion site', async () => {
    const companion = 'https://companion.example';
    const { invoke } = open({ companions: [companion] });
    await invoke('xnet_recoverAccounts', { maxScanned: 51, maxMissed: 51 }, companion);
    const classes = proxy
      .methods()
      .flat()
      .filter((name) => name === 'starknet_getClassHashAt');
    expect(classes).toHaveLength(204);
  });

  it('answers another request while it scans', async () => {
    const { invoke } = open();
    let isScanned = false;
    const scan = invoke('xnet_recoverAccounts', { maxScanned: 20 }).then(() => {
      isScanned = true;
    });
    await invoke('xnet_getPreferences').catch(() => undefined);
    expect(await invoke('ping')).toBe('pong');
    expect(isScanned).toBe(false);
    await scan;
  });

  it('prefers the account that the user has if only an index is told', async () => {
    const { invoke, dialogs } = open();
    const scan = { startScanIndex: 1, maxScanned: 3 };
    const fresh = (await invoke('xnet_recoverAccounts', scan)).at(-1);
    expect(fresh).toMatchObject({ addressIndex: 3, accountClass: 'argent040' });
    dialogs.length = 0;
    const means = { address: addressAt(1, 'argent031') };
    expect(await invoke('xnet_getCurrentAccount')).toMatchObject(means);
    expect(await invoke('xnet_createAccount', { addressIndex: 1 })).toMatchObject(means);
    expect(await invoke('xnet_createAccount', { addressIndex: 3 })).toMatchObject({
      address: fresh.address,
    });
    expect(dialogs).toEqual([]);
  });

  it('finds an older account, deploys it as what it is, and uses it', async () => {
    const { invoke } = open();
    const address = addressAt(5, 'openZeppelin100');
    await invoke('xnet_recoverAccounts', { startScanIndex: 5 });
    await invoke('xnet_executeTxn', { address, calls: [transfer(7n)] });
    expect(await readNonce(chain.url, address)).toBe(2n);
    const [found, fresh] = await invoke('xnet_recoverAccounts', { startScanIndex: 5 });
    expect(found).toMatchObject({
      address,
      accountClass: 'openZeppelin100',
      deployed: true,
      classHash: accountClasses.openZeppelin100.classHash,
      version: null,
      upgradeAvailable: false,
    });
    expect(fresh).toMatchObject({ address: addressAt(5, 'argent040'), deployed: false });
    expect(await invoke('xnet_createAccount', { addressIndex: 5 })).toMatchObject({ address });
  });

  it('returns class and version of a deployed account', async () => {
    const { invoke } = open();
    await fund(chain.url, addressAt(33, 'argent040'), 10n * ONE);
    const created = await invoke('xnet_createAccount', { addressIndex: 33, deploy: true });
    const found = await invoke('xnet_recoverAccounts', { startScanIndex: 33 });
    expect(found).toEqual([
      expect.objectContaining({
        address: addressAt(33, 'argent040'),
        deployTxnHash: created.transaction_hash,
        deployed: true,
        classHash: accountClasses.argent040.classHash,
        version: '0.4.0',
        upgradeAvailable: false,
      }),
    ]);
  });

  it('stops at the last index that there is', async () => {
    const { invoke } = open();
    const last = 2 ** 31 - 1;
    const found = await invoke('xnet_recoverAccounts', { startScanIndex: last, maxScanned: 9 });
    expect(found.map(({ addressIndex }: FoundAccount) => addressIndex)).toEqual([last]);
  });
});
