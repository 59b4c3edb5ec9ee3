import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../test/stage/launchBrowser';
import { STRK } from '../foreign/requests';
import { connect } from '../src/index';
import {
  announceWallet,
  createTestWallet,
  type LocalChain,
  startLocalChain,
  type TestWallet,
} from '../testing/index';
import { bundled, callKit, readExamples, readGuide, serve } from './guide';

const MINUTE = 60_000;

let folder: string;
let browser: Browser;
let chain: LocalChain;
let site: Awaited<ReturnType<typeof serve>>;
/** Of the test at hand: its page, with MetaMask announced first, and the developer wallet. */
let page: Page;
let wallet: TestWallet;

/** Calls a function that the guide's code exports. @returns its result, or its error's parts */
const call = <T = string>(name: string, ...args: unknown[]): Promise<T> =>
  callKit<T>(page, name, ...args);

const give = (to: string, amount: string) => ({
  contractAddress: STRK,
  entrypoint: 'transfer',
  calldata: [to, amount, '0x0'],
});

type Status = { finalityStatus: string; executionStatus: string; failureReason: string | null };
async function settled(hash: string): Promise<Status> {
  for (;;) {
    const status = await call<Status>('getStatus', hash);
    if (status.finalityStatus === 'ACCEPTED_ON_L2') return status;
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-moving-'));
  [browser, chain] = await Promise.all([launchBrowser(), startLocalChain()]);
  const [bySnap = '', byGetStarknet = ''] = await readExamples('moving.md');
  await writeFile(join(folder, 'snap.ts'), bySnap);
  await writeFile(join(folder, 'getStarknet.ts'), byGetStarknet);
  const script = await bundled(folder, {
    name: 'page.ts',
    code: `import * as snap from './snap';
import * as listed from './getStarknet';
const connected = async (nodeUrl) => {
  const account = await listed.connectXnet(nodeUrl);
  Object.assign(window, { account });
  return account.address;
};
const sent = async (calls) => (await account.execute(calls)).transaction_hash;
const hidden = async () => { listed.hide(); return 'starknet_xnet' in window; };
const answering = (act) => (...args) => act(...args).catch(({ code, data }) => ({ code, data }));
const acts = Object.entries({ ...snap, connected, sent, hidden });
Object.assign(window, { kit: Object.fromEntries(acts.map(([name, act]) => [name, answering(act)])) });`,
    platform: 'browser',
  });
  site = await serve('', script);
}, MINUTE);
afterAll(async () => {
  site?.close();
  await Promise.allSettled([browser?.close(), chain?.stop()]);
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
  const metaMask = createTestWallet();
  metaMask.become('notAllowed');
  wallet = createTestWallet({ nodeUrl: chain.nodeUrl });
  await announceWallet(page, metaMask, { name: 'MetaMask', rdns: 'io.metamask' });
  await announceWallet(page, wallet);
  await page.goto(site.url);
}, MINUTE);

/** What the guide says of each thing that was otherwise before, by how its row begins. */
const rows: readonly [before: string, now: string, see: () => Promise<void>][] = [
  [
    'the wallet’s `window.ethereum`',
    'any wallet that announces itself and runs modules',
    async () => {
      expect(await page.evaluate(() => 'ethereum' in globalThis)).toBe(false);
      expect(await call('getAddress')).toMatch(/^0x[0-9a-f]{64}$/u);
    },
  ],
  [
    '`starkNet_recoverAccounts` right after the installation',
    'the same: the user shares the first account with the page, and is asked only once',
    async () => {
      const address = await call('getAddress');
      expect(await call('getAddress')).toBe(address);
      expect(wallet.dialogs.map(({ title }) => title)).toEqual(['Recover accounts']);
      const provider = wallet.providerFor('https://dapp.example');
      expect((await connect({ provider })).address).toBe(address);
    },
  ],
  [
    'a number such as `-32603` for everything',
    '`error.data.kind`, `error.data.hint` and `error.data.retry`',
    async () => {
      const failed = await call('send', await call('getAddress'), []);
      expect(failed).toEqual({
        code: -32602,
        data: expect.objectContaining({
          kind: 'invalidParams',
          hint: expect.stringMatching(/^Correct /u),
          retry: false,
        }),
      });
    },
  ],
  [
    'a reply that is `null` after a refusal',
    'error 4001',
    async () => {
      wallet.refuse();
      expect(await call('getAddress')).toMatchObject({ code: 4001 });
    },
  ],
  [
    'a status that ends with `ACCEPTED_ON_L2`',
    'the same, and `executionStatus` says whether the calls took effect',
    async () => {
      const address = await call('getAddress');
      await chain.fund(address);
      const hash = await call('send', address, [give(address, '0x1')]);
      expect(await settled(hash)).toEqual({
        finalityStatus: 'ACCEPTED_ON_L2',
        executionStatus: 'SUCCEEDED',
        failureReason: null,
      });
      expect(wallet.dialogs.at(-1)?.title).toMatch(/^Send .* STRK$/u);
    },
  ],
];

describe('the guide to moving from the closing module', () => {
  it('says what was otherwise before, and nothing that this test leaves out', async () => {
    const guide = (await readGuide('moving.md')).replaceAll("'", '’');
    const written = [...guide.matchAll(/^\| (.*?) \| (.*?) \|$/gmu)].slice(1);
    expect(written.map(([, before]) => before)).toEqual(rows.map(([before]) => before));
    for (const [at, [, now]] of rows.entries()) expect(written[at]?.[2]).toContain(now);
  });

  it.each(rows)(
    'keeps its word by `wallet_invokeSnap`: %s',
    async (_before, _now, see) => see(),
    MINUTE,
  );

  it(
    'connects by get-starknet and starknet.js, sends, and hides the module again',
    async () => {
      const address = await call('connected', chain.nodeUrl);
      expect(address).toMatch(/^0x[0-9a-f]{64}$/u);
      await chain.fund(address);
      const hash = await call('sent', [give(address, '0x1')]);
      expect(await settled(hash)).toMatchObject({ executionStatus: 'SUCCEEDED' });
      expect(wallet.dialogs.map(({ title }) => title)).toEqual([
        'Create account',
        expect.stringMatching(/^Send .* STRK$/u),
      ]);
      expect(await call('hidden')).toBe(false);
    },
    MINUTE,
  );
});
