import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/root';
import { buildDapp } from '../../scripts/start/dapp';
import type { LocalChain } from '../../scripts/start/localChain';
import { startSite } from '../../scripts/start/site';
import { buildWalletExtension } from '../../scripts/start/wallet';
import { chainIds } from '../../src/schema/primitives';
import { startChain } from '../chain/chain';
import { addressedModule } from '../stage/addressedModule';
import { approving } from '../stage/approvals';
import { type Extension, launchExtension } from '../stage/launchExtension';
import { runStep } from '../stage/mainJob';
import { invokeModule } from '../stage/stage';

const MINUTE = 60_000;

let folder: string;
let guide: string;
let built: string;
let chain: LocalChain;
let extension: Extension;
let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-publishing-'));
  guide = await readFile(join(root, 'docs/develop/publishing.md'), 'utf8');
  chain = await startChain();
  const addressed = addressedModule({
    out: join(folder, 'module'),
    endpoints: { [chainIds.sepolia]: [chain.url] },
  });
  [{ out: built }] = await Promise.all([addressed, buildDapp()]);
  const out = join(folder, 'extension');
  await buildWalletExtension({ module: built, out });
  extension = await launchExtension(out, join(folder, 'profile'));
}, 5 * MINUTE);
afterAll(async () => {
  await extension?.close();
  await site?.stop();
  await chain?.stop();
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

describe('the guide to publishing', () => {
  it('publishes the folder that it names, with all that wallets read', async () => {
    expect(guide).toContain('publish `dist/` under your name');
    // Of this machine alone: a registry is not asked.
    const dry = ['publish', '--dry-run', '--offline'];
    const { stderr } = await promisify(execFile)('npm', dry, { cwd: built });
    for (const name of ['bundle.js', 'snap.manifest.json', 'THIRD-PARTY-NOTICES'])
      expect(stderr).toContain(name);
  });

  it(
    'serves the test dapp as static files of another host that works with the wallet',
    async () => {
      // As these commands do, but not while another test serves the page.
      expect(guide).toMatch(/^npm run build -w dapp +# dapp\/dist$/mu);
      site = await startSite({ folder: join(root, 'dapp/dist') });
      const page: Page = await extension.context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(site.url.replace('127.0.0.1', 'dapp.localhost'));
      const walletPage = await extension.openWalletPage();
      await approving(walletPage, () => runStep(page, 'connect'));
      await approving(walletPage, () => runStep(page, 'create'));
      const accounts = await invokeModule<{ address: string }[]>(
        page,
        'npm:@xnet/module',
        'xnet_listAccounts',
        {},
      );
      expect(accounts).toHaveLength(1);
      expect(complaints).toEqual([]);
    },
    2 * MINUTE,
  );
});
