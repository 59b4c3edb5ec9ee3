import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HDNodeWallet } from 'ethers';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/root';
import { startAndAwait, startChild } from '../../scripts/start/child';
import { buildDapp } from '../../scripts/start/dapp';
import { type LocalChain, startLocalChain } from '../../scripts/start/localChain';
import { buildWalletExtension, readyLine } from '../../scripts/start/wallet';
import { raiseVersion } from '../stage/addressedModule';
import { agree, approving, encodeApproval } from '../stage/approvals';
import { type Extension, launchExtension } from '../stage/launchExtension';
import { runStep } from '../stage/mainJob';
import { ownPort } from '../stage/ownPort';
import { type Command, type RecipeStep, readRecipe } from '../stage/recipe';
import { invokeModule } from '../stage/stage';

const MINUTE = 60_000;
const sepolia = '0x534e5f5345504f4c4941';

/** Of the recipe's ports, those that the test uses in their place: others may have the recipe's. */
const ports = new Map<string, number>();
const undo: (() => Promise<unknown>)[] = [];
let folder: string;
let recipe: RecipeStep[];
let extension: Extension;
let dappPage: Page;
let walletPage: Page;

const inPlace = (text: string): string =>
  text.replace(/\b\d{4}\b/gu, (port) => String(ports.get(port) ?? port));
const moduleFolder = () => join(folder, 'module');
const moduleId = () => inPlace('local:http://localhost:8080');
const nodeUrl = () => inPlace('http://127.0.0.1:3913/rpc');
const open = async (url: string): Promise<Page> => {
  const page = await extension.context.newPage();
  await page.goto(inPlace(url));
  return page;
};
const see = (text: string) => walletPage.getByTestId('module-page').getByText(text).waitFor();
const press = (name: string) => walletPage.locator(`[data-name="${name}"]`).first().click();

/** Runs a command of the recipe to its end. @returns what it said */
async function run({ env, words }: Command, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const [command = '', ...args] = words.map(inPlace);
  const own = Object.entries(env).map(([name, value]) => [name, inPlace(value)]);
  const child = startChild({
    command,
    args,
    cwd: root,
    env: { ...Object.fromEntries(own), ...more },
  });
  const code = await child.exited;
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}.\n${child.tail()}`);
  return child.tail();
}

/** Starts a command of the recipe that serves something until the test has ended. */
async function serve(
  command: string,
  args: readonly string[],
  isReady: (line: string) => object | undefined,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const options = { name: command, timeoutMs: MINUTE, cwd: root, command, args, env };
  const { child } = await startAndAwait(options, isReady);
  undo.push(child.stop);
}

/** The questions of an installation, as they are answered. @returns the number of permissions, and of those with a caution */
async function install(): Promise<[number, number]> {
  await agree(encodeApproval(walletPage, 'wallet_requestPermissions'));
  const card = encodeApproval(walletPage, 'wallet_installSnap');
  // Until the wallet has fetched the module, it does not know what that asks for.
  await card.locator('[data-testid="approve"]:enabled').waitFor();
  const listed = card.locator('.permissions > li');
  const counts: [number, number] = [
    await listed.count(),
    await card.locator('.permissions > .powerful').count(),
  ];
  await agree(card);
  await agree(encodeApproval(walletPage, 'wallet_installSnapResult'));
  return counts;
}

const addressesOf = async (page: Page): Promise<string[]> => {
  const params = { chainId: sepolia };
  const accounts = await invokeModule<{ address: string }[]>(
    page,
    moduleId(),
    'xnet_listAccounts',
    params,
  );
  return accounts.map(({ address }) => address);
};

/** Asks the wallet for the module, as a site's page does when the user presses Connect. */
const connectAgain = (page: Page): Promise<unknown> =>
  page.evaluate(
    (id) =>
      new Promise((resolve, reject) => {
        addEventListener(
          'eip6963:announceProvider',
          (event) => {
            const { provider } = (event as CustomEvent).detail;
            const asked = { method: 'wallet_requestModules', params: { [id]: {} } };
            provider.request(asked).then(resolve, reject);
          },
          { once: true },
        );
        dispatchEvent(new Event('eip6963:requestProvider'));
      }),
    moduleId(),
  );

/** What each step of the recipe is, by how it begins. */
const follow: readonly [begins: string, follow: (step: RecipeStep) => Promise<void>][] = [
  [
    'Install Flask from the store of your browser, in a browser profile of its own, and create a wallet with a **new** phrase',
    async () => {
      const out = join(folder, 'extension');
      const { phrase = '' } = HDNodeWallet.createRandom().mnemonic ?? {};
      await buildWalletExtension({ module: moduleId(), out, phrase });
      extension = await launchExtension(out, join(folder, 'profile'));
      undo.push(extension.close);
      walletPage = await extension.openWalletPage();
      expect(await walletPage.getByTestId('approval').count()).toBe(0);
    },
  ],
  [
    'Build the module for the node that it should use, and for the page that may call the companion’s methods',
    async ({ commands: [build] }) => {
      expect(build?.words.join(' ')).toBe('npm run build');
      expect(await run(build as Command, { XNET_OUT: moduleFolder() })).toContain('Built in');
    },
  ],
  [
    'Serve the build on port 8080: `npx mm-snap serve`.',
    async ({ commands: [served] }) => {
      const [npx, program = '', ...args] = served?.words ?? [];
      expect(npx).toBe('npx');
      await serve(
        join(root, 'node_modules/.bin', program),
        [...args, '--port', inPlace('8080')],
        (line) => (line.includes('listening on') ? {} : undefined),
        { XNET_STAGE: moduleFolder() },
      );
      expect((await fetch(inPlace('http://localhost:8080/snap.manifest.json'))).status).toBe(200);
    },
  ],
  [
    'Let `npm start` run for its chain, and serve the test dapp for this module beside it:',
    async ({ commands: [build, start] }) => {
      // As this command does, but not while another test serves the page.
      expect(build?.words.join(' ')).toBe('npm run build -w dapp');
      await buildDapp();
      const [command = '', ...args] = start?.words.map(inPlace) ?? [];
      await serve(command, args, (line) => readyLine(line));
      expect((await fetch(inPlace('http://127.0.0.1:4000'))).status).toBe(200);
    },
  ],
  [
    'Open `http://127.0.0.1:4000` in that browser profile, choose Flask, and press Connect.',
    async ({ text }) => {
      dappPage = await open('http://127.0.0.1:4000');
      const [counts] = await Promise.all([install(), runStep(dappPage, 'connect')]);
      expect(text).toContain('the ten permissions (one with a caution');
      expect(counts).toEqual([10, 1]);
    },
  ],
  [
    'To use another node, open the module’s page in the wallet (Snaps, then the module), "Settings", "Advanced", "Node", "Change".',
    async ({ commands: [check] }) => {
      const url = nodeUrl().replace('127.0.0.1', 'localhost');
      const words = check?.words.map((word) => (word === '<url>' ? url : word)) ?? [];
      expect(await run({ env: {}, words })).toContain('All can be used from a browser.');
      await walletPage.getByTestId('tab-module').click();
      await walletPage.getByTestId('open-home').click();
      await press('page.go.settings');
      await press('page.advanced');
      await press('page.unfold.node');
      await walletPage.locator('[data-field="url"]').first().fill(url);
      await press('page.submit.page.form.node');
      await see('your node is now in use');
    },
  ],
  [
    'Create an account with the dapp’s second step. The module’s page lists it, with its address.',
    async () => {
      await approving(walletPage, () => runStep(dappPage, 'create'));
      const [address = ''] = await addressesOf(dappPage);
      await walletPage.getByTestId('open-home').click();
      await see('Account 1');
      const shown = (await walletPage.getByTestId('module-page').textContent()) ?? '';
      expect(shown.replaceAll(' ', '')).toContain(address);
    },
  ],
  [
    'A wallet fetches a `local:` module from its address and installs it again, with all its questions, each time that a site connects',
    async ({ text }) => {
      const before = await addressesOf(dappPage);
      expect(text).toContain('close its page before you connect the next');
      await dappPage.close();
      const second = await open('http://localhost:4000');
      const [counts] = await Promise.all([install(), runStep(second, 'connect')]);
      expect(counts).toEqual([10, 1]);
      await second.close();
      expect(text).toContain('Data and the connections of other sites stay.');
      // Of the first site, but without the dapp, which asks the module every second.
      const page = await open('http://127.0.0.1:4000/config.json');
      expect(await addressesOf(page)).toEqual(before);
      expect(text).toContain('After a new build, connect again.');
      await raiseVersion(moduleFolder(), '0.1.1');
      const { result, shown } = await approving(walletPage, () => connectAgain(page));
      expect(shown.join()).toContain('Install the module');
      expect(result).toMatchObject({ [moduleId()]: { version: '0.1.1' } });
      expect(await addressesOf(page)).toEqual(before);
    },
  ],
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-recipe-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const document = await readFile(join(root, 'docs/use/wallet.md'), 'utf8');
  recipe = readRecipe(document.replaceAll("'", '’'));
  const chain: LocalChain = await startLocalChain();
  undo.push(chain.stop);
  ports.set('3913', Number(new URL(chain.url).port));
  for (const port of ['4000', '8080']) ports.set(port, await ownPort());
}, MINUTE);

afterAll(async () => {
  for (const end of undo.reverse()) await end();
}, MINUTE);

describe('the recipe “In your own wallet”', () => {
  it('names the steps that this test follows, and no other', () => {
    const begun = follow.map(([begins], at) => recipe[at]?.text.slice(0, begins.length));
    expect(begun).toEqual(follow.map(([begins]) => begins));
    expect(recipe).toHaveLength(follow.length);
  });

  it.each(follow.map(([begins, step], at) => [begins, step, at] as const))(
    'leads on: %s',
    async (_, step, at) => {
      const written = recipe[at];
      if (written === undefined) throw new Error('The recipe has no such step.');
      await step(written);
    },
    2 * MINUTE,
  );
});
