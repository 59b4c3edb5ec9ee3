import { existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
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
/** The output of `npm start` up to the line that says how to stop it. */
let summary: string;
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

/** Makes the compiler of this test the only one of the machine. */
async function installCompiler(): Promise<void> {
  const node = findDevnet();
  if (node === undefined) throw new Error('This machine has no layer-2 node.');
  const path = join(folder, 'bin/cargo');
  await writeFile(path, compiler(stateFile(), node));
  await chmod(path, 0o755);
}

/** A machine without the node and Rust, from which no release can be fetched. */
async function freshMachine(): Promise<NodeJS.ProcessEnv> {
  const bin = join(folder, 'bin');
  for (const name of ['bin', 'cache', 'tmp']) await mkdir(join(folder, name));
  const taken = new Set(['starknet-devnet', 'cargo']);
  for (const path of (process.env.PATH ?? '').split(delimiter))
    for (const name of await readdir(path).catch(() => []))
      if (!taken.has(name)) {
        taken.add(name);
        await symlink(join(path, name), join(bin, name));
      }
  const nowhere = `http://127.0.0.1:${await ownPort()}`;
  return {
    PATH: bin,
    TMPDIR: join(folder, 'tmp'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    CARGO_HOME: folder,
    STARKNET_DEVNET: '',
    HTTPS_PROXY: nowhere,
    https_proxy: nowhere,
  };
}

/** Runs `npm start` until it says what to open. @returns the addresses that it names */
async function startAll(env: NodeJS.ProcessEnv): Promise<{ dapp: string; wallet: string }> {
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
      env,
    },
    (line) => {
      lines.push(line);
      return line.includes('Ctrl-C stops it') ? {} : undefined;
    },
  );
  start = started.child;
  summary = lines.join('\n');
  return { dapp: addressIn('Open this page'), wallet: addressIn('Developer wallet') };
}

async function openAll(env: NodeJS.ProcessEnv): Promise<void> {
  const begun = performance.now();
  const { dapp, wallet } = await startAll(env);
  [page, walletPage] = [
    await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage(),
    await (await browser.newContext()).newPage(),
  ];
  await Promise.all([page.goto(dapp), walletPage.goto(wallet)]);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  process.stdout.write(`Pages are open ${seconds} s after npm start, without a node.\n`);
}

beforeAll(async () => {
  browser = await launchBrowser();
}, MINUTE);
afterAll(() => browser?.close(), MINUTE);

/** Ends what a group of tests has started, and removes its machine. */
async function closeAll(): Promise<void> {
  await start?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}

describe('npm start on a machine where the node of the local chain is still built', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'xnet-building-'));
    const env = await freshMachine();
    await compile('120/573');
    await installCompiler();
    await openAll(env);
  }, 6 * MINUTE);
  afterAll(closeAll, MINUTE);

  it(
    'opens the pages, shows how far the build is and what works meanwhile, and connects the wallet',
    async () => {
      const notice = page.getByTestId('chain-build');
      await notice.getByText('120 of 573 parts are done.').waitFor();
      expect(summary).toMatch(/Layer-2 node .* is being built: the dapp shows how far it is/u);
      expect(await listFaults(page)).toEqual([]);
      const scrolls = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(scrolls).toBe(false);
      await approving(walletPage, () => runStep(page, 'connect'));
      expect(await page.getByTestId('node-away').count()).toBe(0);
      await compile('500/573');
      await notice.getByText('500 of 573 parts are done.').waitFor();
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

describe('npm start on a machine with neither a release of the node nor Rust', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'xnet-nothing-'));
    await openAll(await freshMachine());
  }, 6 * MINUTE);
  afterAll(closeAll, MINUTE);

  it(
    'opens the pages, and says at the node’s address that it is not there, and why',
    async () => {
      const notice = page.getByTestId('chain-build');
      await notice.getByText('no Rust to build one').waitFor();
      expect(summary).toMatch(/Layer-2 node .* is not there: No layer-2 node, and no Rust/u);
      expect(summary).not.toContain('is being built');
      await walletPage.getByTestId('tab-module').waitFor();
    },
    MINUTE,
  );
});
