import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type RunningDapp, startDapp } from '../../scripts/start/dapp';
import { createBlock, fund } from '../../scripts/start/localChain';
import { approving, encodeApproval } from '../stage/approvals';
import { invokeModule, openStage, type Stage } from '../stage/stage';

const MINUTE = 60_000;
const STRK = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
let stage: Stage;
let otherDapp: RunningDapp;

beforeAll(async () => {
  stage = await openStage({ blocks: 'transaction', withMainnet: true });
  otherDapp = await startDapp({ walletUrl: stage.wallet.url, l2Url: stage.chain.url });
}, 3 * MINUTE);
afterAll(async () => {
  await otherDapp?.stop();
  await stage?.stop();
}, MINUTE);

/** The calldata of a transaction on chain. */
async function calldataOf(url: string, transaction_hash: string): Promise<string[]> {
  const method = 'starknet_getTransactionByHash';
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { transaction_hash } });
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', headers, body });
  return (await reply.json()).result.calldata;
}

it(
  'signs each of two overlapping requests as its own dialog showed it',
  async () => {
    const { walletPage, chain, mainnet, wallet } = stage;
    const otherPage = await (await stage.browser.newContext()).newPage();
    await otherPage.goto(otherDapp.url);
    const sites = [
      { page: stage.dappPage, origin: stage.dapp.url, url: chain.url, chainId: 'SN_SEPOLIA' },
      { page: otherPage, origin: otherDapp.url, url: mainnet?.url ?? '', chainId: 'SN_MAIN' },
    ].map((site, index) => ({ ...site, index, amount: `${index + 3}` }));

    const invoke = <T>(page: Page, method: string, params: object) =>
      invokeModule<T>(page, wallet.moduleId, method, params);
    const addresses: string[] = [];
    for (const { page, url, chainId, index } of sites) {
      const { result } = await approving(walletPage, async () => {
        await page.getByTestId('step-connect-run').click();
        await page.locator('[data-testid="step-connect"][data-state="done"]').waitFor();
        const params = { addressIndex: index, chainId };
        return invoke<{ address: string }>(page, 'xnet_createAccount', params);
      });
      await fund(url, result.address, 10n ** 19n);
      await createBlock(url);
      addresses.push(result.address);
    }

    const requests = sites.map(({ page, chainId, amount, index }) =>
      invoke<{ transaction_hash: string }>(page, 'xnet_executeTxn', {
        address: addresses[index],
        chainId,
        calls: [{ contractAddress: STRK, entrypoint: 'transfer', calldata: ['0x77', amount, '0'] }],
      }),
    );
    const dialogs = encodeApproval(walletPage, 'snap_dialog');
    // One dialog after the other, of either site first.
    for (const _ of sites) {
      await dialogs.waitFor({ timeout: MINUTE });
      const dialog = walletPage.locator(`[data-id="${await dialogs.getAttribute('data-id')}"]`);
      const [shown = ''] = await dialog.allInnerTexts();
      const site = sites.find(({ origin }) => shown.includes(origin));
      if (!site) throw new Error(`No site asks in ${shown}`);
      const { index, chainId, amount } = site;
      await dialog.locator('[data-name="details"]').click();
      await dialog.getByText('Hide details').waitFor();
      const [text = ''] = await dialog.allInnerTexts();
      expect(text).toContain(chainId === 'SN_MAIN' ? 'Mainnet' : 'Local chain');
      expect(text.replaceAll(' ', '')).toContain(addresses[index]);
      expect(text).toContain(`0x77, 0x${amount}, 0x0`);
      await dialog.locator('[data-name^="confirm."]').click();
      await requests[index];
      await dialog.waitFor({ state: 'detached' });
    }
    const hashes = (await Promise.all(requests)).map((sent) => sent.transaction_hash);
    for (const { url, amount, index } of sites) {
      const calldata = await calldataOf(url, hashes[index] ?? '');
      expect(calldata.slice(-3)).toStrictEqual(['0x77', `0x${amount}`, '0x0']);
    }
  },
  2 * MINUTE,
);
