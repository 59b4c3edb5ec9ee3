import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildTestModule,
  dapp,
  startWallet,
  type WalletProcess,
} from '../test-module/walletProcess';
import { knownPhrases } from './protocol/phrases';

const [first, second] = knownPhrases;
const own = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above';
let folder: string;
let wallet: WalletProcess;

const start = () => startWallet(join(folder, 'module'), join(folder, 'data'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  buildTestModule(join(folder, 'module'), 'one');
  wallet = await start();
}, 60_000);

afterAll(async () => {
  await wallet?.stop();
  await rm(folder, { recursive: true });
});

const shown = () => wallet.until(() => true);
const use = (phrase: string) => wallet.command({ do: 'usePhrase', phrase });
const secret = { key: 'secret', encrypted: true };
const remember = (value: string) => wallet.invoke('setState', { ...secret, value });
const remembered = async () => (await wallet.invoke('getState', secret)).result;

describe('a chosen phrase', () => {
  it('keeps a module, data and sites of its own, which it finds again', async () => {
    await wallet.connect();
    await remember('of the first');
    expect(await use(second)).toBeNull();
    expect(await shown()).toMatchObject({ phrase: second, sites: [], module: null });
    await wallet.connect();
    expect(await remembered()).toBeNull();
    await remember('of the second');
    expect(await use(first)).toBeNull();
    expect(await shown()).toMatchObject({ phrase: first, sites: [dapp] });
    expect(await remembered()).toBe('of the first');
    expect(await use(second)).toBeNull();
    expect(await remembered()).toBe('of the second');
  }, 60_000);

  it('resets alone, and gives way to the wallet’s own phrase at the next start', async () => {
    expect(await use(second)).toBeNull();
    expect(await wallet.command({ do: 'reset' })).toBeNull();
    expect(await shown()).toMatchObject({ phrase: second, sites: [], module: null });
    await wallet.stop();
    wallet = await start();
    expect(await shown()).toMatchObject({ phrase: first, sites: [dapp] });
    expect(await remembered()).toBe('of the first');
  }, 60_000);

  // @promise P1.1
  it('allows Mainnet only if not everybody knows it, and is stored nowhere', async () => {
    expect(await use(`  ${own.toUpperCase()}\n`)).toBeNull();
    expect(await shown()).toMatchObject({
      phrase: own,
      isKnownPhrase: false,
      refusesMainnet: false,
    });
    await wallet.connect();
    await remember('of the typed one');
    for (const name of await readdir(join(folder, 'data')))
      expect(await readFile(join(folder, 'data', name), 'utf8')).not.toContain('letter advice');
    expect(await use(second)).toBeNull();
    expect(await shown()).toMatchObject({ isKnownPhrase: true, refusesMainnet: true });
    expect((await wallet.rpc('wallet_hasPublicPhrase')).result).toBe(true);
  }, 60_000);

  it.each(knownPhrases)('counts as public: "%s"', async (phrase) => {
    expect(await use(phrase)).toBeNull();
    expect(await shown()).toMatchObject({ phrase, isKnownPhrase: true });
  });

  it.each(['', 'letter advice cage', own.replace('above', 'doctor'), own.replace('above', 'xnet')])(
    'refuses what is no phrase, without a change: "%s"',
    async (words) => {
      const { phrase } = await shown();
      expect(await use(words)).toBe('These words are not a recovery phrase.');
      expect((await shown()).phrase).toBe(phrase);
    },
    60_000,
  );
});
