import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { askChain, startLocalChain } from '../../scripts/start/localChain';
import { approving } from '../stage/approvals';
import { runStep } from '../stage/mainJob';
import { openStage, type Stage } from '../stage/stage';

const MINUTE = 60_000;
const sepolia = '0x534e5f5345504f4c4941';
const mainnet = '0x534e5f4d41494e';

let stage: Stage;
let stopChain = () => stage.chain.stop();
beforeAll(async () => {
  stage = await openStage({
    blocks: 'transaction',
    isKilled: true,
    isWatched: true,
    withMainnet: true,
  });
}, 3 * MINUTE);
afterAll(async () => {
  await stopChain();
  await stage?.stop();
}, MINUTE);

const take = (...steps: string[]) =>
  approving(stage.walletPage, async () => {
    for (const step of steps) await runStep(stage.dappPage, step);
  });

/** Waits longer than the polling intervals of page and wallet together. */
const seen = (part: Locator) => part.waitFor({ timeout: 30_000 });

/** The bar once it shows that network. Options are never visible, so this tests the list. */
const chosen = (chainId: string) =>
  stage.dappPage.locator(`[data-testid="network"]:has(option[value="${chainId}"]:checked)`);

/** Resolves when the steps of the path are in these states. */
const standing = async (states: Record<string, 'done' | 'idle'>): Promise<void> => {
  for (const [step, state] of Object.entries(states))
    await seen(stage.dappPage.locator(`[data-testid="step-${step}"][data-state="${state}"]`));
};

/**
 * Crashes the chain once the wallet has seen all of it, and starts another one in its place. To the
 * wallet, a chain that has the blocks it has seen is the same one.
 */
async function loseChain(): Promise<void> {
  const { walletPage } = stage;
  await walletPage.getByTestId('tab-wallet').click();
  const newest = await askChain<number>(stage.chain.url, 'starknet_blockNumber');
  await seen(walletPage.getByText(`Newest block seen: ${newest}`, { exact: true }));
  await stopChain();
  const port = Number(new URL(stage.chain.url).port);
  const chain = await startLocalChain({ port, blocks: 'transaction', isKilled: true });
  stopChain = chain.stop;
}

describe('a dapp that follows its wallet', () => {
  it(
    'shows the network that another tab of it switched to, and no other site’s, and warns of a public phrase',
    async () => {
      await take('connect', 'create', 'fund');
      const { dappPage: page, wallet, walletPage } = stage;
      await seen(page.locator('[data-testid="step-deploy-run"]:focus'));
      const ask = async (origin: string, method: string, params: unknown): Promise<unknown> => {
        const response = await fetch(`${wallet.url}/rpc`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin },
          body: JSON.stringify({ method, params }),
        });
        return JSON.parse((await response.text()).trim().split('\n').at(-1) ?? '{}');
      };
      const { moduleId } = wallet;
      const switchTo = (chainId: string) => ({
        moduleId,
        request: { method: 'xnet_switchNetwork', params: { chainId } },
      });
      const [other, own] = ['http://127.0.0.1:1', new URL(page.url()).origin];
      const { result } = await approving(walletPage, async () => {
        await ask(other, 'wallet_requestModules', { [moduleId]: {} });
        return ask(other, 'wallet_invokeModule', switchTo(mainnet));
      });
      expect(result).toEqual({ result: true });
      await page.reload();
      await seen(chosen(sepolia));
      await approving(walletPage, () => ask(own, 'wallet_invokeModule', switchTo(mainnet)));
      await seen(chosen(mainnet));
      await standing({ connect: 'done', create: 'idle' });
      await seen(page.getByText('Do not fund it'));

      await approving(walletPage, () => ask(own, 'wallet_invokeModule', switchTo(sepolia)));
      await seen(chosen(sepolia));
      await standing({ create: 'done', fund: 'done', deploy: 'idle' });
    },
    3 * MINUTE,
  );

  it(
    'offers the faucet again if a funded account stands on a chain begun anew',
    async () => {
      await loseChain();
      await stage.dappPage.reload();
      await standing({ create: 'done', fund: 'idle', deploy: 'idle' });
      const step = stage.dappPage.getByTestId('step-fund-run');
      expect(await step.textContent()).toBe('Get 100 STRK');
    },
    3 * MINUTE,
  );
});

describe('a chain that is killed and begins anew', () => {
  it(
    'shows the reset chain in dapp and wallet, with one button that starts again',
    async () => {
      const { dappPage: page, walletPage } = stage;
      await walletPage.getByTestId('another-chain').getByRole('button').click();
      await seen(page.locator('[data-testid="dropped"]'));
      await take('connect', 'create', 'fund', 'deploy');
      await loseChain();

      const notice = walletPage.getByTestId('another-chain');
      await seen(notice);
      expect(await notice.getByRole('button').count()).toBe(1);
      await page.reload();
      await seen(page.getByTestId('begun-anew'));
      await standing({ create: 'done', fund: 'idle', deploy: 'idle' });

      await notice.getByRole('button').click();
      await seen(page.getByTestId('dropped'));
      await take('connect', 'create', 'fund', 'deploy', 'send', 'watch');
      await standing({ watch: 'done' });
      expect(await notice.count()).toBe(0);
    },
    4 * MINUTE,
  );
});
