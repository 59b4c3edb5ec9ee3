import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HDNodeWallet } from 'ethers';
import type { Browser, Page } from 'playwright-core';
import { root } from '../../scripts/root';
import { startAndAwait, startChild } from '../../scripts/start/child';
import { type EthereumNode, startEthereumNode } from '../../scripts/start/ethereumNode';
import { fund, type LocalChain } from '../../scripts/start/localChain';
import { readyLine } from '../../scripts/start/wallet';
import { chainIds } from '../../src/schema/primitives';
import { startChain } from '../../test/chain/chain';
import { approving } from '../../test/stage/approvals';
import { launchBrowser } from '../../test/stage/launchBrowser';
import { ownPort } from '../../test/stage/ownPort';
import { type Command, type RecipeStep, readRecipe } from '../../test/stage/recipe';
import type { Outcome } from '../src/index';
import { bundled, callKit, readExamples, readGuide, serve } from './guide';

const MINUTE = 60_000;
/** Of the local Ethereum chain, which stands for Mainnet's. */
const ETHEREUM = '31337';

let folder: string;
let browser: Browser;
let recipe: RecipeStep[];
/** Local chains with the ids of the public ones, which tests do not reach. */
let sepolia: LocalChain;
let mainnet: LocalChain;
let ethereum: EthereumNode;
let site: Awaited<ReturnType<typeof serve>>;
let script: string;
let page: Page;
let walletPage: Page;
/** What stands in the guide, and what this test uses in its place. */
let places: [written: string, used: string][];
const ends: (() => unknown)[] = [];

const inPlace = (text: string): string =>
  places.reduce((now, [written, used]) => now.replaceAll(written, used), text);

/** A command of the guide; it has to be in it as this test expects. */
function command(step: number, expected: string, at = 0): Command {
  const found = recipe[step - 1]?.commands[at];
  expect(found?.words.join(' ')).toContain(expected);
  const { env = {}, words = [] } = found ?? {};
  const own = Object.entries(env).map(([name, value]) => [name, inPlace(value)]);
  return { env: Object.fromEntries(own), words: words.map(inPlace) };
}

/** Runs a command to its end. @returns what it said */
async function run({ env, words }: Command): Promise<string> {
  const [program = '', ...args] = words;
  const child = startChild({ command: program, args, cwd: root, env });
  if ((await child.exited) !== 0) throw new Error(`${words.join(' ')} failed.\n${child.tail()}`);
  return child.tail();
}

/** Starts a command that serves something until the test has ended. @returns its address */
async function start({ env, words }: Command): Promise<string> {
  const [program = '', ...args] = words;
  const options = { name: program, timeoutMs: MINUTE, cwd: root, command: program, args, env };
  const { child, ready } = await startAndAwait(options, (line) => readyLine<{ url: string }>(line));
  ends.push(child.stop);
  return ready.url;
}

/** Calls a function of the guide's code. */
const call = <T>(name: string, ...args: unknown[]): Promise<T> => callKit<T>(page, name, ...args);
const asking = async <T>(name: string, ...args: unknown[]): Promise<T> =>
  (await approving(walletPage, () => call<T>(name, ...args))).result;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-networks-'));
  recipe = readRecipe(await readGuide('networks.md'));
  [browser, sepolia, mainnet, ethereum] = await Promise.all([
    launchBrowser(),
    startChain(),
    startChain({ chainId: 'MAINNET' }),
    startEthereumNode({ blocks: 20 }),
  ]);
  const [onPage = '', byService = ''] = await readExamples('networks.md');
  await writeFile(join(folder, 'onPage.ts'), onPage);
  await writeFile(join(folder, 'byService.ts'), byService);
  script = await bundled(folder, {
    name: 'page.ts',
    code: `import * as onPage from './onPage';
import { readFees } from './byService';
const open = async (network) => { const { address, chainId } = await onPage.open(network); return { address, chainId }; };
const pay = (network, recipient, amount) => onPage.pay(network, recipient, BigInt(amount));
Object.assign(window, { kit: { open, pay, readFees } });`,
    platform: 'browser',
  });
  const { phrase = '' } = HDNodeWallet.createRandom().mnemonic ?? {};
  await writeFile(join(folder, 'phrase.txt'), `${phrase}\n`);
  places = [
    ['https://sepolia.example/rpc', sepolia.url],
    ['https://mainnet.example/rpc', mainnet.url],
    ['https://ethereum.example', ethereum.url],
    ['.cache', folder],
    ['phrase.txt', join(folder, 'phrase.txt')],
    ['8545', String(await ownPort())],
  ];
}, 2 * MINUTE);
afterAll(async () => {
  site?.close();
  await Promise.allSettled([browser?.close(), ...ends.map((end) => end())]);
  await Promise.allSettled([sepolia, mainnet, ethereum].map((chain) => chain?.stop()));
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

describe('the guide to Sepolia and Mainnet', () => {
  it(
    'checks the nodes, builds the module for them, and runs it with a phrase of its own',
    async () => {
      for (const at of [0, 1])
        expect(await run(command(1, 'npm run check:endpoints -- https://', at))).toContain(
          'All can be used from a browser.',
        );
      const module = join(folder, 'module');
      const build = command(2, 'npm run build');
      // Other tests use the build in `dist`.
      await run({ ...build, env: { ...build.env, XNET_OUT: module } });
      places.push(['dist', module]);
      const wallet = await start(command(3, 'npm start --prefix wallet -- --module dist'));
      walletPage = await (await browser.newContext()).newPage();
      await walletPage.goto(wallet);
      const [, provider = ''] = /`(<script .*?<\/script>)`/u.exec(recipe[2]?.text ?? '') ?? [];
      site = await serve(provider.replace('http://127.0.0.1:PORT', wallet), script);
      page = await (await browser.newContext()).newPage();
      await page.goto(site.url);
    },
    5 * MINUTE,
  );

  it.each([
    ['Sepolia', chainIds.sepolia],
    ['Mainnet', chainIds.mainnet],
  ])(
    'connects on %s, and pays there',
    async (network, chainId) => {
      const chain = network === 'Mainnet' ? mainnet : sepolia;
      const { address, ...opened } = await asking<{ address: string; chainId: string }>(
        'open',
        network,
      );
      expect(opened.chainId).toBe(chainId);
      await fund(chain.url, address, 10n ** 19n);
      const outcome = await asking<Outcome>('pay', network, '0x7e57a', '7');
      expect(outcome).toMatchObject({ status: 'ACCEPTED_ON_L2', executionStatus: 'SUCCEEDED' });
      // The page still acts on the network that it names.
      expect(await asking('open', network)).toEqual({ address, chainId });
    },
    2 * MINUTE,
  );

  it(
    'starts the service in front of an Ethereum node, and has a page read fees there',
    async () => {
      const created = await run(command(5, 'npm start -w service -- keys create'));
      const { key } = JSON.parse(/\{.*\}/su.exec(created)?.[0] ?? '') as { key: string };
      const url = await start(command(5, 'npm start -w service -- --port 8545', 1));
      expect(Number(await call('readFees', url, key, ETHEREUM))).toBeGreaterThan(0);
      // A browser keeps pages of other origins out. Pages of this machine are admitted anyway.
      const path = `${url}/v3/${key}/networks/${ETHEREUM}/suggestedGasFees`;
      const admitted = async (origin: string) =>
        (await fetch(path, { headers: { origin } })).headers.get('access-control-allow-origin');
      expect(await admitted('https://dapp.example')).toBe('https://dapp.example');
      expect(await admitted('https://other.example')).toBeNull();
    },
    2 * MINUTE,
  );
});
