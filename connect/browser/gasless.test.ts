import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { askChain } from '../../scripts/start/localChain';
import { getSelector } from '../../src/starknet/selector';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import {
  FEE_TAKER,
  type PaymasterServer,
  startPaymasterServer,
  suggestedMaximum,
} from '../../test/review/paymasterServer';
import { createRelay } from '../../test/review/relay';
import { agree, approving, encodeApproval } from '../../test/stage/approvals';
import { readRecipe } from '../../test/stage/recipe';
import { openStage, type Stage } from '../../test/stage/stage';
import type { Outcome } from '../src/index';
import { bundled, callKit, readExamples, readGuide, serve } from './guide';

const MINUTE = 60_000;
const KEY = 'canary0123456789abcdef';
const { ETH } = knownTokens;

type Sponsor = {
  build(asked: object): Promise<{ id: string; typedData: object }>;
  execute(signed: { id: string; signature: string[] }): Promise<string>;
};

let folder: string;
let stage: Stage;
let paymaster: PaymasterServer;
let sponsor: Sponsor;
let site: Awaited<ReturnType<typeof serve>>;
let page: Page;
let address: string;

/** Calls a function that the guide's code exports. */
const call = <T>(name: string, ...args: unknown[]): Promise<T> => callKit<T>(page, name, ...args);

const give = (to: string, amount: string) => [
  { contractAddress: ETH.address, entrypoint: 'transfer', calldata: [to, amount, '0x0'] },
];

async function balanceOf(token: string, owner: string): Promise<bigint> {
  const [low = '0x0'] = await askChain<string[]>(stage.chain.url, 'starknet_call', {
    request: {
      contract_address: token,
      entry_point_selector: getSelector('balanceOf'),
      calldata: [owner],
    },
    block_id: 'pre_confirmed',
  });
  return BigInt(low);
}

/** Sends by the guide's code; at the dialog, the user does what `choose` does, and approves. */
async function sending(choose: (card: ReturnType<typeof encodeApproval>) => Promise<unknown>) {
  const sent = call<Outcome>('send', give('0x7e57a', '0x7'));
  const card = encodeApproval(stage.walletPage).first();
  await card.waitFor();
  await choose(card);
  const shown = await agree(card);
  return { outcome: await sent, shown: shown.join() };
}

/** The guide's steps, of which the last is what follows them. */
const steps = async () => readRecipe((await readGuide('gasless.md')).replaceAll("'", '’'));
const quoted = (text: string) => [...text.matchAll(/"(.*?)"/gu)].map(([, name = '']) => name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-gasless-'));
  stage = await openStage();
  paymaster = await startPaymasterServer({ key: KEY, relay: createRelay(stage.chain) });
  const [byUser = '', onServer = '', onPage = ''] = await readExamples('gasless.md');
  await writeFile(join(folder, 'byUser.ts'), byUser);
  await writeFile(join(folder, 'byPage.ts'), onPage);
  const script = await bundled(folder, {
    name: 'page.ts',
    code: `import * as byUser from './byUser';
import * as byPage from './byPage';
import { connect } from '@xnet/connect';
const address = async () => (await connect()).address;
const sendSponsored = async (calls) => {
  const account = await connect();
  return account.waitFor(await byPage.executeSponsored(account, calls));
};
Object.assign(window, { kit: { ...byUser, sendSponsored, address } });`,
    platform: 'browser',
  });
  const server = await bundled(folder, { name: 'server.ts', code: onServer, platform: 'node' });
  await writeFile(join(folder, 'server.cjs'), server);
  const { createSponsor } = createRequire(__filename)(join(folder, 'server.cjs'));
  sponsor = createSponsor(paymaster.url, KEY);
  const routes: Record<string, (body: never) => Promise<unknown>> = {
    '/sponsor/build': sponsor.build,
    '/sponsor/execute': sponsor.execute,
  };
  const provider = `<script src="${stage.wallet.url}/provider.js"></script>`;
  site = await serve(provider, script, async (path, body) => routes[path]?.(body));
  page = await (await stage.browser.newContext()).newPage();
  await page.goto(site.url);
  ({ result: address } = await approving(stage.walletPage, () => call<string>('address')));
  await askChain(stage.chain.url, 'devnet_mint', { address, amount: 10 ** 15, unit: 'WEI' });
}, 5 * MINUTE);
afterAll(async () => {
  site?.close();
  await paymaster?.stop();
  await stage?.stop();
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

describe('the guide to gasless transactions', () => {
  it(
    'lets the page pay for an account without STRK and deploy it, by what its server built, once',
    async () => {
      expect(await call('canPayInToken')).toBe(true);
      const eth = await balanceOf(ETH.address, address);
      const { result, shown } = await approving(stage.walletPage, () =>
        call<Outcome>('sendSponsored', give('0x7e57b', '0x5')),
      );
      expect(result).toMatchObject({ executionStatus: 'SUCCEEDED' });
      expect(shown.join()).toContain('ETH');
      expect(await balanceOf(ETH.address, address)).toBe(eth - 5n);
      expect(await balanceOf(ETH.address, '0x7e57b')).toBe(5n);

      const { id } = await sponsor.build({ address, calls: give('0x7e57b', '0x5') });
      const signature = ['0x1', '0x2'];
      await expect(sponsor.execute({ id, signature })).rejects.toThrow();
      await expect(sponsor.execute({ id, signature })).rejects.toThrow('nothing to execute');
      expect(await balanceOf(ETH.address, '0x7e57b')).toBe(5n);
      const headers = paymaster.asked.map(({ headers }) => headers['x-paymaster-api-key']);
      expect(headers.at(-1)).toBe(KEY);
    },
    2 * MINUTE,
  );

  it(
    'leads a user to a paymaster, and to a transaction that pays in a token',
    async () => {
      const [open, fill, choose] = await steps();
      const { walletPage } = stage;
      await walletPage.getByTestId('tab-module').click();
      await walletPage.getByTestId('open-home').click();
      const home = walletPage.getByTestId('module-page');
      const [settings = '', change = '', paymasterTitle = ''] = quoted(open?.text ?? '');
      expect(paymasterTitle).toBe('Paymaster');
      await home.getByRole('button', { name: settings }).click();
      const unfold = home.locator('[data-name="page.unfold.paymaster"]');
      expect(await unfold.textContent()).toBe(change);
      await unfold.click();
      expect(fill?.text).toContain('enter another address, and a key');
      await home.locator('[data-field="network"]').selectOption({ label: 'Local chain' });
      await home.locator('[data-field="url"]').fill(paymaster.url);
      await home.locator('[data-field="key"]').fill(KEY);
      const checkAndUse = quoted(fill?.text ?? '').at(-1) ?? '';
      await home.getByRole('button', { name: checkAndUse, exact: true }).click();
      await home.getByText('fees can be paid through').waitFor();

      const balances = async () => [
        await balanceOf(ETH.address, address),
        await balanceOf(ETH.address, FEE_TAKER),
      ];
      const [eth = 0n, taken = 0n] = await balances();
      const { outcome, shown } = await sending(async (card) => {
        const [payWith = ''] = quoted(choose?.text ?? '');
        await card.getByLabel(payWith).selectOption({ label: 'ETH' });
        await card.getByText('0.00003 ETH').first().waitFor();
      });
      expect(outcome).toMatchObject({ executionStatus: 'SUCCEEDED' });
      expect(shown).toContain(new URL(paymaster.url).host);
      expect(await balances()).toEqual([eth - 7n - suggestedMaximum, taken + suggestedMaximum]);
    },
    2 * MINUTE,
  );
});
