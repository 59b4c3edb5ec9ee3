import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { accountClasses } from '../../src/starknet/accounts/classes';
import { ACCOUNT, TOO_MUCH, transfer } from '../../test/chain/transfers';
import { startPaymasterServer } from '../../test/review/paymasterServer';
import { createRelay } from '../../test/review/relay';
import { launchBrowser } from '../../test/stage/launchBrowser';
import { connect } from '../src/index';
import {
  announceWallet,
  createTestWallet,
  type LocalChain,
  startLocalChain,
} from '../testing/index';
import { bundled, newPhrase, readExamples, readGuide, sendWithoutStrk, serve } from './guide';

const MINUTE = 60_000;
const run = promisify(execFile);

const transferTo = (address: string) => ({
  contractAddress: '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
  entrypoint: 'transfer',
  calldata: [address, 1, 0],
});

let folder: string;
let browser: Browser;
let chain: LocalChain;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-guides-'));
  [browser, chain] = await Promise.all([launchBrowser(), startLocalChain()]);
}, MINUTE);
afterAll(async () => {
  await Promise.allSettled([browser?.close(), chain?.stop()]);
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

describe('the guide to React', () => {
  it(
    'shows a page that a server renders alike, that lists both wallets, connects and sends',
    async () => {
      const [dapp = ''] = await readExamples('react.md');
      await writeFile(join(folder, 'Dapp.tsx'), dapp);
      const onServer = await bundled(folder, {
        name: 'server.tsx',
        code: `import { renderToString } from 'react-dom/server';
import { Dapp } from './Dapp';
process.stdout.write(renderToString(<Dapp />));`,
        platform: 'node',
      });
      await writeFile(join(folder, 'server.cjs'), onServer);
      const { stdout: html } = await run(process.execPath, ['server.cjs'], { cwd: folder });
      const script = await bundled(folder, {
        name: 'client.tsx',
        code: `import { hydrateRoot } from 'react-dom/client';
import { Dapp } from './Dapp';
hydrateRoot(document.getElementById('root')!, <Dapp />);`,
        platform: 'browser',
      });
      const { url, close } = await serve(html, script);
      const page = await (await browser.newContext()).newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));

      const [metaMask, wallet] = [createTestWallet(), createTestWallet({ nodeUrl: chain.nodeUrl })];
      metaMask.become('notAllowed');
      await announceWallet(page, metaMask, { name: 'MetaMask', rdns: 'io.metamask' });
      await announceWallet(page, wallet);
      await page.goto(url);
      await page.getByText('MetaMask, Xnet test wallet').waitFor();
      await page.getByRole('button', { name: 'Connect' }).click();
      const address = await page.getByRole('button', { name: /^0x/u }).textContent();
      await chain.fund(address ?? '');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('ACCEPTED_ON_L2').waitFor();
      // Still connected after a reload, without a dialog.
      await page.reload();
      await page.getByRole('button', { name: address ?? '' }).waitFor();
      expect(wallet.dialogs.map(({ title }) => title)).toEqual([
        'Create account',
        expect.stringMatching(/^Send .* STRK/u),
      ]);
      expect(metaMask.dialogs).toEqual([]);
      expect(complaints).toEqual([]);
      close();
    },
    3 * MINUTE,
  );

  it(
    'says that no wallet is there if none announces itself',
    async () => {
      const [dapp = ''] = await readExamples('react.md');
      await writeFile(join(folder, 'Dapp.tsx'), dapp);
      const script = await bundled(folder, {
        name: 'alone.tsx',
        code: `import { createRoot } from 'react-dom/client';
import { Dapp } from './Dapp';
createRoot(document.body).render(<Dapp />);`,
        platform: 'browser',
      });
      const { url, close } = await serve('', script);
      const page = await (await browser.newContext()).newPage();
      await page.goto(url);
      await page.getByText('No wallet yet').waitFor();
      await page.getByRole('button', { name: 'Connect' }).click();
      await page.getByRole('status').getByText('wallet').waitFor();
      expect(await page.getByRole('status').textContent()).toMatch(/^TimeoutError: No wallet/u);
      close();
    },
    MINUTE,
  );

  it(
    'lets a paymaster send for a new account without STRK, and stays connected after a reload',
    async () => {
      const [dapp = ''] = await readExamples('react.md');
      const [, sponsor = '', executeSponsored = '', gasless = ''] =
        await readExamples('gasless.md');
      await writeFile(join(folder, 'Dapp.tsx'), dapp);
      await writeFile(join(folder, 'executeSponsored.ts'), executeSponsored);
      await writeFile(join(folder, 'Gasless.tsx'), gasless);
      const onServer = { name: 'sponsor.ts', code: sponsor, platform: 'node' } as const;
      await writeFile(join(folder, 'sponsor.cjs'), await bundled(folder, onServer));
      const [mount = ''] = /createRoot\(.*?\/>\)/u.exec(await readGuide('react.md')) ?? [];
      const script = await bundled(folder, {
        name: 'main.tsx',
        code: `import { createRoot } from 'react-dom/client';
import { GaslessDapp } from './Gasless';
${mount.replace('<Dapp', '<GaslessDapp')};`,
        platform: 'browser',
      });
      const key = 'key-of-the-server';
      const relay = createRelay({ url: chain.nodeUrl });
      const paymaster = await startPaymasterServer({ key, relay });
      const { createSponsor } = createRequire(__filename)(join(folder, 'sponsor.cjs'));
      const { build, execute } = createSponsor(paymaster.url, key);
      const routes = { '/sponsor/build': build, '/sponsor/execute': execute };
      const { url, close } = await serve('', script, async (path, body) =>
        routes[path as keyof typeof routes](body),
      );
      const wallet = createTestWallet({ nodeUrl: chain.nodeUrl, phrase: newPhrase });
      const page = await (await browser.newContext()).newPage();
      await announceWallet(page, wallet);
      await page.goto(url);
      await sendWithoutStrk(page, wallet);
      close();
      await paymaster.stop();
    },
    3 * MINUTE,
  );
});

describe('an account on a real chain', () => {
  const ask = async (method: string, params: unknown): Promise<{ result?: unknown }> => {
    const response = await fetch(chain.nodeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return (await response.json()) as { result?: unknown };
  };

  it(
    'learns that another’s transaction was reverted, and why, without a grant for it',
    async () => {
      const { result: nonce } = await ask('starknet_getNonce', ['pre_confirmed', ACCOUNT]);
      const reverting = transfer({ nonce: BigInt(String(nonce)), amount: TOO_MUCH });
      const { result } = await ask('starknet_addInvokeTransaction', [reverting]);
      const { transaction_hash } = result as { transaction_hash: string };
      const wallet = createTestWallet({ nodeUrl: chain.nodeUrl });
      const { waitFor } = await connect({ provider: wallet.providerFor('https://dapp.example') });
      const seen: string[] = [];
      const outcome = await waitFor(transaction_hash, { onStatus: (status) => seen.push(status) });
      expect(outcome).toEqual({
        status: 'ACCEPTED_ON_L2',
        executionStatus: 'REVERTED',
        failureReason: expect.stringContaining('insufficient balance'),
      });
      expect(seen.at(-1)).toBe('ACCEPTED_ON_L2');
    },
    MINUTE,
  );

  it(
    'deploys a contract at the address that it tells',
    async () => {
      const wallet = createTestWallet({ nodeUrl: chain.nodeUrl });
      const account = await connect({ provider: wallet.providerFor('https://dapp.example') });
      await chain.fund(account.address);
      const { classHash } = accountClasses.openZeppelin100;
      const sent = await account.deploy({ classHash, constructorCalldata: ['0x99'] });
      expect(await account.waitFor(sent)).toMatchObject({ executionStatus: 'SUCCEEDED' });
      const { result } = await ask('starknet_getClassHashAt', ['latest', sent.contract_address]);
      expect(BigInt(String(result))).toBe(BigInt(classHash));
    },
    MINUTE,
  );
});

describe('the guide to signing in', () => {
  it(
    'signs in on a page, and a server checks it through a node, before and after the deployment',
    async () => {
      const [onPage = '', onServer = ''] = await readExamples('sign-in.md');
      await writeFile(join(folder, 'signIn.ts'), onPage);
      const script = await bundled(folder, {
        name: 'page.ts',
        code: "import { signIn } from './signIn'; Object.assign(window, { signIn });",
        platform: 'browser',
      });
      const { url, close } = await serve('', script);
      const check = onServer.replace('https://dapp.example', url);
      await writeFile(join(folder, 'check.ts'), check);
      const checking = await bundled(folder, {
        name: 'checking.ts',
        code: `import { check } from './check';
const [signedIn, nonce, nodeUrl] = process.argv.slice(2);
check(JSON.parse(signedIn!), nonce!, nodeUrl!).then(console.log, ({ reason }) => console.log(reason));`,
        platform: 'node',
      });
      await writeFile(join(folder, 'checking.cjs'), checking);
      const checked = async (signedIn: object, nonce: string) => {
        const args = ['checking.cjs', JSON.stringify(signedIn), nonce, chain.nodeUrl];
        return (await run(process.execPath, args, { cwd: folder })).stdout.trim();
      };

      const page = await (await browser.newContext()).newPage();
      const wallet = createTestWallet({ nodeUrl: chain.nodeUrl });
      await announceWallet(page, wallet);
      await page.goto(url);
      type SignedIn = { address: string; signature: string[] };
      const signIn = (nonce: string): Promise<SignedIn> =>
        page.evaluate(
          (given) =>
            // The page's own function; this file knows only its type.
            (globalThis as unknown as { signIn(nonce: string): Promise<SignedIn> }).signIn(given),
          nonce,
        );
      const before = await signIn('nonce0001');
      expect(await checked(before, 'nonce0001')).toBe(before.address);
      expect(await checked(before, 'nonce0002')).toBe('nonce');
      expect(wallet.dialogs.at(-1)?.title).toBe(`Sign in to ${new URL(url).host}`);

      await chain.fund(before.address);
      const provider = wallet.providerFor(new URL(url).origin);
      const { execute, waitFor } = await connect({ provider });
      const { executionStatus } = await waitFor(await execute(transferTo(before.address)));
      expect(executionStatus).toBe('SUCCEEDED');
      const after = await signIn('nonce0003');
      expect(await checked(after, 'nonce0003')).toBe(before.address);
      const [r = '', s = ''] = after.signature;
      expect(await checked({ ...after, signature: [s, r] }, 'nonce0003')).toBe('signature');
      close();
    },
    3 * MINUTE,
  );
});
