import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { root } from '../../scripts/root';
import { devnetVersion, findDevnet } from '../../scripts/setup/machine.mjs';
import { type Child, startAndAwait } from '../../scripts/start/child';
import { listFaults } from '../stage/accessibility';
import { approving } from '../stage/approvals';
import { launchBrowser } from '../stage/launchBrowser';
import { runStep } from '../stage/mainJob';
import { ownPort } from '../stage/ownPort';

const MINUTE = 60_000;
let folder: string;
let start: Child;
let browser: Browser;
let page: Page;
let walletPage: Page;

/**
 * A compiler that is as far as a file says, and then installs the node of this machine, where it is
 * told to. All else is what `npm start` runs.
 */
const compiler = (state: string, node: string) => `#!${process.execPath}
const { mkdirSync, readFileSync, symlinkSync } = require('node:fs');
const { join } = require('node:path');
let told = '';
const look = () => {
  const state = readFileSync(${JSON.stringify(state)}, 'utf8');
  if (state === 'done') {
    const bin = join(process.argv[process.argv.indexOf('--root') + 1], 'bin');
    mkdirSync(bin, { recursive: true });
    symlinkSync(${JSON.stringify(node)}, join(bin, 'starknet-devnet'));
    process.exit(0);
  }
  if (state !== told) process.stderr.write(\`    Building [====>      ] \${state}: blockifier\\r\`);
  told = state;
};
look();
setInterval(look, 100);
`;

const stateFile = () => join(folder, 'compiled');
const compile = async (state: string): Promise<void> => {
  await writeFile(`${stateFile()}.new`, state);
  await rename(`${stateFile()}.new`, stateFile());
};
/** Where the node is, once it is built. */
const builtNode = () =>
  join(folder, `cache/xnet/devnet-${devnetVersion}-quick/bin/starknet-devnet`);

/** A machine without the node, from which no release can be fetched. */
async function freshMachine(): Promise<NodeJS.ProcessEnv> {
  const node = findDevnet();
  if (node === undefined) throw new Error('This machine has no layer-2 node.');
  const bin = join(folder, 'bin');
  for (const name of ['bin', 'cache', 'tmp']) await mkdir(join(folder, name));
  await writeFile(join(bin, 'cargo'), compiler(stateFile(), node));
  await chmod(join(bin, 'cargo'), 0o755);
  const others = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => !existsSync(join(path, 'starknet-devnet')));
  const nowhere = `http://127.0.0.1:${await ownPort()}`;
  return {
    PATH: [bin, ...others].join(delimiter),
    TMPDIR: join(folder, 'tmp'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    CARGO_HOME: folder,
    STARKNET_DEVNET: '',
    HTTPS_PROXY: nowhere,
    https_proxy: nowhere,
  };
}

/** Runs `npm start` until it says what to open. @returns the addresses that it names */
async function startAll(): Promise<{ dapp: string; wallet: string }> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const [, , ...args] = scripts.start.split(' ');
  const lines: string[] = [];
  const addressIn = (name: string) =>
    new RegExp(`${name} +(http\\S+)`, 'u').exec(lines.join('\n'))?.[1] ?? '';
  const started = await startAndAwait(
    {
      name: 'npm start',
      timeoutMs: 5 * MINUTE,
      command: process.execPath,
      args,
      cwd: root,
      env: await freshMachine(),
    },
    (line) => {
      lines.push(line);
      return line.includes('Ctrl-C stops it') ? {} : undefined;
    },
  );
  start = started.child;
  return { dapp: addressIn('Open this page'), wallet: addressIn('Developer wallet') };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-building-'));
  await compile('120/573');
  const begun = performance.now();
  const { dapp, wallet } = await startAll();
  browser = await launchBrowser();
  [page, walletPage] = [
    await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage(),
    await (await browser.newContext()).newPage(),
  ];
  await Promise.all([page.goto(dapp), walletPage.goto(wallet)]);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  process.stdout.write(`Pages are open ${seconds} s after npm start, without a node.\n`);
}, 6 * MINUTE);

afterAll(async () => {
  await browser?.close();
  await start?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}, MINUTE);

describe('npm start on a machine where the node of the local chain is still built', () => {
  it(
    'opens the pages, shows how far the build is and what works meanwhile, and connects the wallet',
    async () => {
      const notice = page.getByTestId('chain-build');
      const left = String.raw`(?:About \d+ min|Less than a minute) left\.`;
      await notice.getByText(new RegExp(`120 of 573 parts are done\\. ${left}`, 'u')).waitFor();
      expect(await listFaults(page)).toEqual([]);
      const scrolls = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(scrolls).toBe(false);
      await approving(walletPage, () => runStep(page, 'connect'));
      expect(await page.getByTestId('node-away').count()).toBe(0);
      await compile('500/573');
      await notice.getByText(new RegExp(`500 of 573 parts are done\\. ${left}`, 'u')).waitFor();
      const gas = await page.context().newPage();
      await gas.goto(`${page.url().replace(/#.*$/u, '')}#/gas`);
      await gas.getByTestId('gas-chart').waitFor();
      await gas.close();
      await walletPage.getByTestId('tab-module').click();
      await walletPage.getByTestId('open-home').click();
      await walletPage
        .getByTestId('module-page')
        .getByText('Your wallet for Starknet')
        .first()
        .waitFor();
      expect(existsSync(builtNode())).toBe(false);
    },
    2 * MINUTE,
  );

  it(
    'resumes by itself a step that was begun before the chain was there',
    async () => {
      await page.getByTestId('step-create-run').click();
      await page.getByText('Waiting for the local chain, which is being built').waitFor();
      await approving(walletPage, async () => {
        await compile('done');
        const done = page.locator('[data-testid="step-create"][data-state="done"]');
        // A busy machine takes long to start the node.
        await done.waitFor({ timeout: 2 * MINUTE }).catch((cause) => {
          throw new Error(`npm start said: ${start.tail()}`, { cause });
        });
      });
      expect(existsSync(builtNode())).toBe(true);
      expect(await page.getByTestId('chain-build').count()).toBe(0);
      await runStep(page, 'fund');
    },
    4 * MINUTE,
  );
});
