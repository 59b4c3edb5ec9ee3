import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { announceWallet, createTestWallet } from '../../connect/testing/index';
import { batteries } from '../../dapp/src/batteries/batteries';
import { fund } from '../../scripts/start/localChain';
import { listFaults } from '../stage/accessibility';
import { approving } from '../stage/approvals';
import { runStep } from '../stage/mainJob';
import { openStage, type Stage } from '../stage/stage';

const MINUTE = 60_000;
const begin = ['connect', 'create', 'fund', 'deploy'] as const;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ blocks: 'transaction' });
  const { dappPage: page, walletPage, chain } = stage;
  await approving(walletPage, async () => {
    for (const step of begin) await runStep(page, step);
  });
  const shown = page.getByTestId('account-address').first();
  await fund(chain.url, (await shown.getAttribute('data-address')) ?? '', 10n ** 21n);
}, 4 * MINUTE);
afterAll(() => stage?.stop(), MINUTE);

const open = async (page: Page, hash: string): Promise<void> => {
  await page.evaluate((next) => {
    window.location.hash = next;
  }, hash);
  await page.locator('#batteries-title').waitFor();
};

/** Presses Run, and waits until all cases have run. @returns the cases that did not pass, with why */
async function runHere(page: Page): Promise<string[][]> {
  await page.getByTestId('battery-run').click();
  const ended = page.locator('[data-testid="battery-bar"][data-running="false"]');
  await ended.getByTestId('battery-counts').waitFor({ timeout: 4 * MINUTE });
  return page
    .locator('.battery-cases > li:not([data-verdict="passed"])')
    .evaluateAll((rows) =>
      rows.map((row) => [row.id, row.querySelector('.case-why')?.textContent ?? 'not run']),
    );
}

describe('the batteries, with the developer wallet on a local chain', () => {
  it.each(batteries.map(({ id, cases }) => [id, cases.length] as const))(
    'passes %s, all %i cases, by one press',
    async (id) => {
      const { dappPage: page, walletPage } = stage;
      await open(page, `#/batteries/${id}`);
      const { result } = await approving(walletPage, () => runHere(page));
      expect(result).toEqual([]);
    },
    5 * MINUTE,
  );

  it('gives all results as JSON, and counts them in the list of batteries', async () => {
    const { dappPage: page } = stage;
    const coming = page.waitForEvent('download');
    await page.getByTestId('battery-download').click();
    const file = await (await coming).createReadStream();
    const texts: string[] = [];
    for await (const part of file) texts.push(String(part));
    const report = JSON.parse(texts.join(''));
    const all = batteries.flatMap(({ cases }) => cases).length;
    expect(report).toMatchObject({
      wallet: { rdns: 'org.xnet.developer-wallet' },
      summary: { passed: all, failed: 0 },
    });
    await open(page, '#/batteries');
    const passed = await page
      .locator('.batteries [data-testid="battery-counts"]')
      .evaluateAll((lines) => lines.map((line) => Number(line.getAttribute('data-passed'))));
    expect(passed).toEqual(batteries.map(({ cases }) => cases.length));
  });

  it(
    'opens a case by its link, and runs that one alone by a press',
    async () => {
      const { dappPage: page } = stage;
      await page.goto(new URL('#/batteries/hostile/bidi', stage.dapp.url).href);
      await page.reload();
      const row = page.getByTestId('case-bidi').and(page.locator('[data-marked]'));
      await page.locator('[data-testid="balance"][data-fri]').waitFor({ timeout: MINUTE });
      expect(await row.getAttribute('data-verdict')).toBe('waiting');
      await row.getByRole('button').click();
      await row.and(page.locator('[data-verdict="passed"]')).waitFor();
      expect(await page.locator('.battery-cases [data-verdict="passed"]').count()).toBe(1);
      expect(await listFaults(page)).toEqual([]);
    },
    2 * MINUTE,
  );

  it('fits a phone of 360 px', async () => {
    const { dappPage: page } = stage;
    await page.setViewportSize({ width: 360, height: 740 });
    for (const hash of ['#/batteries', '#/batteries/permits']) {
      await open(page, hash);
      const { clientWidth, scrollWidth } = await page.evaluate(() => ({
        clientWidth: document.documentElement.clientWidth,
        scrollWidth: document.documentElement.scrollWidth,
      }));
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });
});

type Provider = ReturnType<ReturnType<typeof createTestWallet>['providerFor']>;

/** The module in a wallet that invents answers and mixes up signatures. */
function faulty(provider: Provider, signed: unknown[]): Provider {
  return {
    ...provider,
    async request(call) {
      const { request } = (call.params ?? {}) as {
        request?: { method: string; params?: { chainId?: string } };
      };
      if (request?.method === 'xnet_mint') return {};
      if (request?.method === 'xnet_switchNetwork' && request.params?.chainId === '0x1')
        return true;
      const answer = await provider.request(call);
      if (request?.method !== 'xnet_signMessage') return answer;
      signed.push(answer);
      return signed[0];
    },
  };
}

describe('the batteries, with a wallet that has faults', () => {
  it(
    'fails the cases that find them, says what came instead, and passes the others',
    async () => {
      const page = await (await stage.browser.newContext()).newPage();
      const wallet = createTestWallet({ nodeUrl: stage.chain.url });
      const signed: unknown[] = [];
      const announced = {
        ...wallet,
        providerFor: (origin: string) => faulty(wallet.providerFor(origin), signed),
      };
      await announceWallet(page, announced, { name: 'Faulty', rdns: 'org.example.faulty' });
      await page.goto(stage.dapp.url);
      await page.getByTestId('wallet-org.example.faulty').locator('input').check();
      for (const step of begin) await runStep(page, step);
      const failed: Record<string, string[][]> = {};
      for (const id of ['malformed', 'chains', 'overlap']) {
        await open(page, `#/batteries/${id}`);
        failed[id] = await runHere(page);
      }
      expect(failed).toEqual({
        malformed: [
          [
            'case-unknown-method',
            expect.stringContaining('error methodNotFound or -32601; got the reply {}'),
          ],
        ],
        chains: [['case-unknown-switch', 'Expected the reply false; got the reply true']],
        overlap: [['case-two', 'Request 2: Expected the reply true; got the reply false']],
      });
    },
    4 * MINUTE,
  );
});
