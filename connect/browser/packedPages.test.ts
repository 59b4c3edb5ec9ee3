import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/root';
import { startAndAwait } from '../../scripts/start/child';
import { fund } from '../../scripts/start/localChain';
import { startSite } from '../../scripts/start/site';
import { startPaymasterServer } from '../../test/review/paymasterServer';
import { createRelay } from '../../test/review/relay';
import { approving } from '../../test/stage/approvals';
import { ownPort } from '../../test/stage/ownPort';
import { openStage, type Stage } from '../../test/stage/stage';
import { announceWallet, createTestWallet, type TestWallet } from '../testing/index';
import { buildPackage } from './buildPackage';
import { newPhrase, readExamples, sendWithoutStrk } from './guide';

const MINUTE = 60_000;
const run = promisify(execFile);
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
const vite = join(root, 'node_modules/vite/bin/vite.js');
const next = join(root, 'connect/next/node_modules/next/dist/bin/next');

let stage: Stage;
/** A new folder with the packed package and nothing else; Next is found above it. */
let folder: string;
const ends: (() => unknown)[] = [];

/** The code blocks of a page of `docs/develop`, with the wallet that runs here. */
const examplesOf = async (page: string): Promise<string[]> =>
  (await readExamples(page)).map((code) => code.replace('http://127.0.0.1:3912', stage.wallet.url));

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** Packs `@xnet/connect` as it is published, and installs it; other tests build the one in `connect`. */
async function installPacked(): Promise<void> {
  const built = join(folder, 'packing');
  await buildPackage(join(built, 'dist'));
  for (const name of ['package.json', 'README.md'])
    await cp(join(root, 'connect', name), join(built, name));
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: built });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await rm(built, { recursive: true });
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--no-package-lock'];
  await run('npm', [...install, join(folder, filename)], { cwd: folder });
}

/** Builds a page with Vite and serves it. @returns its address */
async function buildByVite(name: string): Promise<string> {
  const cwd = join(folder, name);
  await run(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd, env });
  const { url, stop } = await startSite({ folder: join(cwd, 'dist') });
  ends.push(stop);
  return `${url}/`;
}

/**
 * Builds a page with Next and starts its server.
 * @param settings environment of the server
 * @returns its address
 */
async function buildByNext(name: string, settings: NodeJS.ProcessEnv = {}): Promise<string> {
  const cwd = join(folder, name);
  await run(process.execPath, [next, 'build'], { cwd, env });
  const port = String(await ownPort());
  const { child } = await startAndAwait(
    {
      name: 'Next',
      timeoutMs: MINUTE,
      command: process.execPath,
      args: [next, 'start', '-H', '127.0.0.1', '-p', port],
      cwd,
      env: { ...env, ...settings },
    },
    (line) => line.includes('Ready in') || undefined,
  );
  ends.push(child.stop);
  return `http://127.0.0.1:${port}/`;
}

const htmlOf = (script: string, head: string) =>
  `<!doctype html><html><head><title>Dapp</title>${head}</head><body><script type="module" src="/${script}"></script></body></html>`;

/** Each guide as a page: how it is built from its text, and what its user does. */
const guides = {
  'the five-minute page': {
    build: async () => {
      const [main = '', head = ''] = await examplesOf('../../connect/README.md');
      await write({ 'vanilla/main.ts': main, 'vanilla/index.html': htmlOf('main.ts', head) });
      return buildByVite('vanilla');
    },
    connect: async (page: Page) => {
      await page.getByRole('button').click();
      await page.getByText('Give STRK to 0x').waitFor();
      return ((await page.getByRole('button').textContent()) ?? '').replace('Give STRK to ', '');
    },
    reconnect: async () => undefined,
    send: (page: Page) => page.getByRole('button').click(),
  },
  'the React page': {
    build: async () => {
      const [dapp = ''] = await examplesOf('react.md');
      const [, head = ''] = await examplesOf('../../connect/README.md');
      const guide = await readFile(join(root, 'docs/develop/react.md'), 'utf8');
      const [mount = ''] = /createRoot\(.*?\/>\)/u.exec(guide) ?? [];
      const imports =
        "import { createRoot } from 'react-dom/client';\nimport { Dapp } from './Dapp';\n";
      await write({
        'react/Dapp.tsx': dapp,
        'react/main.tsx': `${imports}${mount};\n`,
        'react/index.html': htmlOf('main.tsx', head),
        // As Vite's template has it; otherwise that of this repository counts.
        'react/tsconfig.json': JSON.stringify({ compilerOptions: { jsx: 'react-jsx' } }),
      });
      return buildByVite('react');
    },
    ...connecting(),
  },
  'the Next page': {
    build: async () => {
      const [dapp = ''] = await examplesOf('react.md');
      const [page = '', layout = ''] = await examplesOf('next.md');
      await write({
        'next/app/Dapp.tsx': dapp,
        'next/app/page.tsx': page,
        'next/app/layout.tsx': layout,
      });
      return buildByNext('next');
    },
    ...connecting(),
  },
};

/** What the user of a page with the buttons “Connect” and “Send” does. */
function connecting() {
  const connect = async (page: Page) => {
    await page.getByRole('button', { name: 'Connect' }).click();
    return (await page.getByRole('button', { name: /^0x/u }).textContent()) ?? '';
  };
  const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();
  // After a reload, the page is connected without a press.
  const reconnect = (page: Page) => page.getByRole('button', { name: /^0x/u }).waitFor();
  return { connect, reconnect, send };
}

/** The same page, but it sends more than there is: 2^128 units. @returns how often that was changed */
async function sendTooMuch(page: Page): Promise<() => number> {
  let changed = 0;
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    const body = script.includes('0x04718f5a0fc34cc1')
      ? script.replaceAll(/(\[[\w.]+),1n?,0n?\]/gu, (_, start) => {
          changed += 1;
          return `${start},0,1]`;
        })
      : script;
    await route.fulfill({ response, body });
  });
  return () => changed;
}

/** Opens a page on which MetaMask is announced first; its allowlist lacks the module. */
async function openPage(url: string, wallet?: TestWallet) {
  const page = await (await stage.browser.newContext()).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const metaMask = createTestWallet();
  metaMask.become('notAllowed');
  await announceWallet(page, metaMask, { name: 'MetaMask', rdns: 'io.metamask' });
  if (wallet) await announceWallet(page, wallet);
  await page.goto(url);
  return { page, complaints, metaMask };
}

beforeAll(async () => {
  const cache = join(root, 'connect/next/.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'dapps-'));
  await write({
    'package.json': JSON.stringify({ name: 'new-dapp', private: true, type: 'module' }),
  });
  const opening = openStage();
  await Promise.allSettled([opening, installPacked()]).then(([, packed]) => {
    if (packed.status === 'rejected') throw packed.reason;
  });
  stage = await opening;
}, 5 * MINUTE);
afterAll(async () => {
  await Promise.allSettled(ends.map((end) => end()));
  await stage?.stop();
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

describe.each(Object.entries(guides))('%s, built in a new folder', (_, guide) => {
  it(
    'sends by the developer wallet although MetaMask is announced first, and says why a call reverts',
    async () => {
      const url = await guide.build();
      const { page, complaints, metaMask } = await openPage(url);
      await approving(stage.walletPage, async () => {
        await fund(stage.chain.url, await guide.connect(page), 10n ** 21n);
        await guide.send(page);
        await page.getByText('ACCEPTED_ON_L2').waitFor();
      });

      const changed = await sendTooMuch(page);
      await page.reload();
      await approving(stage.walletPage, async () => {
        await guide.reconnect(page);
        await guide.send(page);
        await page.getByText(/Reverted: .*insufficient balance/su).waitFor();
      });
      expect(changed()).toBe(1);
      expect(complaints).toEqual([]);
      expect(metaMask.dialogs).toEqual([]);
    },
    5 * MINUTE,
  );
});

describe('the gasless page by Next, built in a new folder', () => {
  it(
    'sends for a new account without STRK by its own route, and stays connected after a reload',
    async () => {
      const [dapp = ''] = await examplesOf('react.md');
      const [page = '', layout = ''] = await examplesOf('next.md');
      const [, sponsor = '', executeSponsored = '', gasless = '', route = ''] =
        await examplesOf('gasless.md');
      const imported = page.replace("{ Dapp } from './Dapp'", "{ GaslessDapp } from './Gasless'");
      await write({
        'gasless/app/Dapp.tsx': dapp,
        'gasless/app/Gasless.tsx': gasless,
        'gasless/app/createSponsor.ts': sponsor,
        'gasless/app/executeSponsored.ts': executeSponsored,
        'gasless/app/page.tsx': imported.replace('<Dapp />', '<GaslessDapp />'),
        // With a wallet in the browser, as the guide says.
        'gasless/app/layout.tsx': layout.replace(/<head>.*<\/head>/su, ''),
        'gasless/app/sponsor/[step]/route.ts': route,
      });
      const key = 'key-of-the-server';
      const relay = createRelay(stage.chain);
      const paymaster = await startPaymasterServer({ key, relay });
      ends.push(paymaster.stop);
      const url = await buildByNext('gasless', {
        PAYMASTER_URL: paymaster.url,
        PAYMASTER_KEY: key,
      });
      const wallet = createTestWallet({ nodeUrl: stage.chain.url, phrase: newPhrase });
      const opened = await openPage(url, wallet);
      await sendWithoutStrk(opened.page, wallet);
      expect(opened.complaints).toEqual([]);
      expect(opened.metaMask.dialogs).toEqual([]);
    },
    5 * MINUTE,
  );
});
