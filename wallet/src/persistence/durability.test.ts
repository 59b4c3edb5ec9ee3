import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startRealWallet } from '../../../scripts/bench/realWallet';
import { ownPort } from '../../../test/stage/ownPort';
import {
  buildTestModule,
  dapp,
  startWallet,
  type WalletProcess,
} from '../../test-module/walletProcess';

let folder: string;
let data: string;
let wallet: WalletProcess;

const start = (build = 'one', more: string[] = []) => startWallet(join(folder, build), data, more);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  for (const label of ['one', 'two', 'broken']) buildTestModule(join(folder, label), label);
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  data = await mkdtemp(join(folder, 'data-'));
  wallet = await start();
  await wallet.connect();
});

afterEach(async () => {
  await wallet.stop();
});

describe('a wallet that is killed', () => {
  it('keeps all that the module was told is saved', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const keys = Array.from({ length: 8 }, (_, index) => `record${round}x${index}`);
      await Promise.all(
        keys.map((key, index) => {
          const encrypted = index % 2 === 1;
          return wallet.invoke('setState', { key, value: { key }, encrypted });
        }),
      );
      await wallet.kill();
      wallet = await start();
      for (const [index, key] of keys.entries()) {
        const encrypted = index % 2 === 1;
        expect((await wallet.invoke('getState', { key, encrypted })).result).toEqual({ key });
      }
    }
  }, 60_000);

  it('loses only what it was writing, and continues after it', async () => {
    for (const value of [1, 2, 3]) await wallet.invoke('setState', { key: 'of.it', value });
    await wallet.kill();
    const file = join(data, 'state.json');
    const kept = await readFile(file, 'utf8');
    expect(kept.split('\n').length).toBeGreaterThan(1);
    await appendFile(file, '\n["of.it",4');
    wallet = await start();
    expect((await wallet.invoke('getState', { key: 'of.it' })).result).toBe(3);
    for (const value of [5, 6]) await wallet.invoke('setState', { key: 'of.other', value });
    await wallet.kill();
    wallet = await start();
    expect((await wallet.invoke('getState', { key: 'of' })).result).toEqual({ it: 3, other: 6 });
  });

  it('keeps cleared what was cleared', async () => {
    await wallet.invoke('setState', { key: 'gone', value: 1 });
    await wallet.invoke('clearState');
    await wallet.kill();
    wallet = await start();
    expect((await wallet.invoke('getState', { key: 'gone' })).result).toBeNull();
  });

  it('keeps the events that the module scheduled', async () => {
    await wallet.invoke('schedule', { duration: 'PT1H' });
    await wallet.kill();
    wallet = await start();
    expect((await wallet.invoke('events')).result).toBe(1);
  });

  it('keeps connections, and leaves no secret readable in its files', async () => {
    await wallet.invoke('setState', { key: 'apiKey', value: 'canary', encrypted: true });
    await wallet.kill();
    wallet = await start();
    expect((await wallet.invoke('ping')).result).toMatchObject({ origin: dapp });
    await wallet.stop();
    const names = await readdir(data);
    expect(names).toEqual(expect.arrayContaining(['secret.json', 'state.json', 'wallet.json']));
    for (const name of names) {
      expect(await readFile(join(data, name), 'utf8')).not.toContain('canary');
    }
  });
});

describe('a wallet that is started again', () => {
  it('ends at once and cleanly when it is told to', async () => {
    const waiting = wallet.invoke('confirm', { text: 'never answered' }).catch(() => 'cut off');
    await wallet.until(({ approvals }) => approvals.length === 1);
    expect(await wallet.stop()).toBe(0);
    expect(await waiting).toBe('cut off');
  });

  it('loads the new build of the module with its state and its connections, and reports it', async () => {
    await wallet.invoke('setState', { key: 'kept', value: 'yes' });
    await wallet.stop();
    wallet = await start('two');
    expect((await wallet.invoke('ping')).result).toMatchObject({ build: 'two' });
    expect((await wallet.invoke('getState', { key: 'kept' })).result).toBe('yes');
    let updated: unknown = null;
    while (updated === null) updated = (await wallet.invoke('getState', { key: 'updated' })).result;
    expect(updated).toBe('two');
    const { approvals, module } = await wallet.until(() => true);
    expect(approvals).toEqual([]);
    expect(module?.version).toBe('0.1.0');
  });

  it('loads the newest module for a measurement, too', async () => {
    await wallet.stop();
    const measured = await startRealWallet(join(folder, 'two'), data);
    expect((await measured.measure('ping')).result).toMatchObject({ build: 'two' });
    await measured.stop();
  }, 60_000);

  it('stays with the earlier build if the new one does not start', async () => {
    await wallet.stop();
    wallet = await start('broken');
    expect((await wallet.invoke('ping')).result).toMatchObject({ build: 'one' });
    const { buildError } = await wallet.until(() => true);
    expect(buildError).toContain('crashed');
    await wallet.stop();
    wallet = await start('two');
    expect((await wallet.invoke('ping')).result).toMatchObject({ build: 'two' });
  });

  it('refuses the data of another phrase', async () => {
    await wallet.stop();
    const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    await expect(start('one', ['--phrase', words])).rejects.toThrow('code 1');
  });

  it('chooses another port if the preferred one is in use', async () => {
    const taken = ['--prefer-port', String(wallet.port)];
    const second = await startWallet(join(folder, 'one'), join(data, 'second'), taken);
    expect(second.port).not.toBe(wallet.port);
    await second.stop();
    await wallet.stop();
    const port = await ownPort();
    wallet = await start('one', ['--prefer-port', String(port)]);
    expect(wallet.port).toBe(port);
  });
});
