import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildTestModule,
  moduleId as snapId,
  startWallet,
  type WalletProcess,
} from '../../test-module/walletProcess';
import { isKnownPhrase } from './knownPhrase';

const own = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above';
const mainnet = '0x534e5f4d41494e';
const sepolia = '0x534e5f5345504f4c4941';

let folder: string;
let wallet: WalletProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  buildTestModule(join(folder, 'module'), 'one');
}, 60_000);
afterEach(() => wallet?.stop());
afterAll(() => rm(folder, { recursive: true }));

async function open(...more: string[]) {
  wallet = await startWallet(join(folder, 'module'), await mkdtemp(join(folder, 'data-')), more);
  await wallet.connect();
  const ask = async (chainId: string, method = 'xnet_switchNetwork') =>
    wallet?.invoke(method, { chainId });
  const { refusesMainnet, isKnownPhrase: isKnown } = await wallet.until(() => true);
  return { ask, refusesMainnet, isKnown };
}

describe('Mainnet', () => {
  // @promise P1.1
  it('refuses Mainnet with a public phrase, however it is written, and says why', async () => {
    const { ask, refusesMainnet } = await open();
    expect(refusesMainnet).toBe(true);
    expect((await wallet?.rpc('wallet_hasPublicPhrase'))?.result).toBe(true);
    for (const chainId of [
      mainnet,
      mainnet.toUpperCase().replace('X', 'x'),
      '0x000534e5f4d41494e',
    ]) {
      const reply = await ask(chainId, 'xnet_executeTxn');
      expect(reply?.error).toMatchObject({
        code: 4902,
        message: expect.stringContaining('everybody knows'),
        data: { hint: expect.stringContaining('--allow-mainnet') },
      });
      // Only the module's errors have a kind: this is how dapps tell them from the wallet's.
      expect(reply?.error?.data).not.toHaveProperty('kind');
    }
    expect((await ask('SN_MAIN', 'ping'))?.error?.code).toBe(4902);
    expect((await ask('sn_main', 'ping'))?.error?.code).toBe(4902);
    expect((await ask('starknet:SN_MAIN', 'ping'))?.error?.code).toBe(4902);
    // There is no other way to the module.
    const request = { method: 'ping', params: { chainId: mainnet } };
    for (const method of ['wallet_snap', 'wallet_invokeKeyring'])
      expect((await wallet?.rpc(method, { snapId, request }))?.error?.code).toBe(-32601);
    expect((await wallet?.rpc('wallet_invokeSnap', { snapId, request }))?.error?.code).toBe(4902);
    expect(await ask(sepolia)).toEqual({ result: true });
    expect(await ask('SN_SEPOLIA')).toEqual({ result: true });
  }, 60_000);

  // @promise P1.1
  it('refuses a switch by a connected site in a card first, one for each site', async () => {
    const { ask } = await open();
    let isAnswered = false;
    // By the name that current libraries send.
    const first = ask(mainnet, 'starkNet_switchNetwork').then((reply) => {
      isAnswered = true;
      return reply;
    });
    await wallet?.until(({ approvals }) => approvals[0]?.type === 'mainnetRefused');
    expect((await ask('SN_MAIN'))?.error?.code).toBe(4902);
    const approvals = (await wallet?.until(() => true))?.approvals;
    expect(approvals).toHaveLength(1);
    expect(isAnswered).toBe(false);
    // There is nothing to approve, whichever button is pressed.
    await wallet?.answer('mainnetRefused', true);
    expect((await first)?.error).toMatchObject({
      code: 4902,
      message: expect.stringContaining('everybody knows'),
    });

    const stranger = 'http://127.0.0.1:3001';
    const reply = await wallet?.invoke('xnet_switchNetwork', { chainId: mainnet }, stranger);
    expect(reply?.error?.code).toBe(4902);
    expect((await wallet?.until(() => true))?.approvals).toEqual([]);
  }, 60_000);

  it('serves Mainnet with a public phrase if an option says so', async () => {
    const { ask, refusesMainnet, isKnown } = await open('--allow-mainnet');
    expect(refusesMainnet).toBe(false);
    expect(isKnown).toBe(true);
    expect(await ask(mainnet)).toEqual({ result: true });
  }, 60_000);

  it('serves Mainnet with the user’s own phrase', async () => {
    // From a file, so that other users cannot read it from the process's arguments.
    const file = join(folder, 'phrase');
    await writeFile(file, `${own}\n`, { mode: 0o600 });
    const { ask, refusesMainnet, isKnown } = await open('--phrase', `@${file}`);
    expect(refusesMainnet).toBe(false);
    expect(isKnown).toBe(false);
    expect((await wallet?.rpc('wallet_hasPublicPhrase'))?.result).toBe(false);
    expect(await ask(mainnet)).toEqual({ result: true });
  }, 60_000);
});

describe('isKnownPhrase', () => {
  it.each([
    ['test test test test test test test test test test test junk', true],
    ['  Test test test test test test\ttest test test test test JUNK ', true],
    ['test test test test test test test test test test test ball', true],
    [`${'abandon '.repeat(11)}about`, true],
    [own, false],
  ])('returns for "%s" %s', (phrase, known) => {
    expect(isKnownPhrase(phrase)).toBe(known);
  });
});
