import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  askChain,
  createBlock,
  type LocalChain,
  startLocalChain,
} from '../../../scripts/start/localChain';
import { type DappPage, extensionStage } from '../../test-module/extensionStage';
import { buildTestModule, moduleId } from '../../test-module/walletProcess';

const MINUTE = 60_000;
const NOT_CONNECTED = 4100;
const secret = { key: 'secret', encrypted: true };
let chain: LocalChain;
let dapp: DappPage;
let page: Page;

const stage = extensionStage(async () => {
  chain = await startLocalChain();
  return ['--watch', '--local-chain', chain.url];
});

beforeAll(async () => {
  dapp = await stage.openDapp();
  await stage.connect(dapp);
  await dapp.invoke('setState', { ...secret, value: 'of the first' });
  page = await stage.walletPageOpens();
  await page.getByTestId('tab-wallet').click();
}, 2 * MINUTE);
afterAll(async () => {
  await dapp?.page.close();
  await chain?.stop();
}, MINUTE);

const use = async (last: string) => {
  await page.getByTestId(`phrase-${last}`).click();
  await page.locator(`[data-testid="phrase-${last}"][aria-pressed="true"]`).waitFor();
};
const remembered = async () => (await dapp.invoke('getState', secret)).result;
const build = async () => ((await dapp.invoke('ping')).result as { build?: string })?.build;
const blockNumber = () => askChain<number>(chain.url, 'starknet_blockNumber');
const time = async () =>
  (
    await askChain<{ timestamp: number }>(chain.url, 'starknet_getBlockWithTxHashes', {
      block_id: 'latest',
    })
  ).timestamp;

describe('the extension’s page', () => {
  it(
    'changes to another phrase, with a module, data and sites of its own, and back',
    async () => {
      await use('ball');
      expect((await dapp.invoke('ping')).error?.code).toBe(NOT_CONNECTED);
      await page.getByText('No site is connected.').waitFor();
      expect(await stage.connect(dapp)).toMatchObject({ result: { [moduleId]: { id: moduleId } } });
      expect(await remembered()).toBeNull();
      await use('junk');
      expect(await remembered()).toBe('of the first');
    },
    MINUTE,
  );

  it(
    'takes a snapshot of the local chain, reverts the chain to it, and moves its time on',
    async () => {
      const before = await blockNumber();
      await page.getByTestId('snapshotChain').click();
      await page.getByTestId('revertChain').waitFor();
      await createBlock(chain.url);
      expect(await blockNumber()).toBe(before + 1);
      await page.getByTestId('revertChain').click();
      while ((await blockNumber()) !== before) await setTimeout(50);
      const earlier = await time();
      await page.getByTestId('later-3600').click();
      while ((await time()) < earlier + 3_600) await setTimeout(50);
      await page.getByTestId('setTime').click();
      expect(await page.getByTestId('another-chain').count()).toBe(0);
    },
    MINUTE,
  );

  it(
    'shows the new build of the module as soon as there is one, with data and sites of the old one',
    async () => {
      expect(await build()).toBe('one');
      buildTestModule(join(stage.folder, 'extension/module'), 'two');
      while ((await build()) !== 'two') await setTimeout(100);
      expect(await remembered()).toBe('of the first');
    },
    MINUTE,
  );
});
