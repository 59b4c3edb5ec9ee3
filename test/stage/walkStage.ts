import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createBlock, fund, startBlockProduction } from '../../scripts/start/localChain';
import { startWallet } from '../../scripts/start/wallet';
import { chainIds } from '../../src/schema/primitives';
import { accountAddress } from '../../src/starknet/accounts/classes';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { startOtherWallets } from '../chain/otherWallets';
import { SCROLL_BAR } from '../drawn/popup';
import { openModule } from '../wallet/openModule';
import { addressedModule } from './addressedModule';
import { launchBrowser } from './launchBrowser';
import { startExtension } from './openExtension';

/** A user's phrase, and the accounts that other wallets made of it. */
export type Walker = { phrase: string; argent: string; braavos: string };

/** Whom the .stark name of the walk leads to. */
export const friend = {
  name: 'friend.stark',
  address: '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691',
};
/** Who may spend of the Argent account. */
export const spender = '0x05dea1e77c8598f4f95c305e8c1a1acba5f082d294a437931131156915dea1e7';

const ONE = 10n ** 18n;
const PENDING_MS = 1_000;
const undoing = () => {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of undo.splice(0).reverse()) await end();
  };
  return { undo, stop };
};

/**
 * A node, the module built for it, and a browser. Of each phrase, other wallets have made an Argent
 * account, which allows a spender 500 STRK, and a Braavos account; each has 10 STRK.
 */
export async function openWalkStage(phrases: readonly string[]) {
  const { undo, stop } = undoing();
  try {
    const keys = await Promise.all(phrases.map(publicKeysOf));
    const node = await startOtherWallets(
      keys.flatMap(([argent = '', braavos = '']) => [
        { kind: 'argent031', publicKey: argent } as const,
        { kind: 'braavos110', publicKey: braavos } as const,
      ]),
      { names: { [friend.name]: friend.address }, blocks: 'demand' },
    );
    undo.push(node.stop);
    const walkers = phrases.map((phrase, at): Walker => {
      const [argent = '', braavos = ''] = keys[at] ?? [];
      return {
        phrase,
        argent: accountAddress('argent031', argent),
        braavos: accountAddress('braavos110', braavos),
      };
    });
    for (const { phrase, argent, braavos } of walkers) {
      for (const address of [argent, braavos]) await fund(node.chain.url, address, 10n * ONE);
      await createBlock(node.chain.url);
      await allow(node.url, phrase, argent);
      await createBlock(node.chain.url);
    }
    const produce = startBlockProduction(node.chain.url, PENDING_MS);
    undo.push(async () => produce());

    const folder = await mkdtemp(join(tmpdir(), 'xnet-walk-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const [module, browser] = await Promise.all([
      addressedModule({
        out: join(folder, 'module'),
        endpoints: { [chainIds.sepolia]: [node.url] },
      }),
      launchBrowser(),
    ]);
    undo.push(() => browser.close());
    return { node, chain: node.chain, folder, module: module.out, browser, walkers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
export type WalkStage = Awaited<ReturnType<typeof openWalkStage>>;

/** The public keys of the second and third index. */
const publicKeysOf = (phrase: string): Promise<string[]> =>
  openModule({ phrase }).module.keys.publicKeys([1, 2], async () => undefined, 'key');

/** As the user has done on another device. */
async function allow(sepoliaUrl: string, phrase: string, argent: string): Promise<void> {
  const { invoke } = openModule({ sepoliaUrl, phrase });
  await invoke('xnet_recoverAccounts', { startScanIndex: 1, maxScanned: 1 });
  const calls = [
    {
      contractAddress: knownTokens.STRK.address,
      entrypoint: 'approve',
      calldata: [spender, `0x${(500n * ONE).toString(16)}`, '0x0'],
    },
  ];
  await invoke('xnet_executeTxn', { address: argent, calls });
}

export type Look = { locale: string; colorScheme: 'light' | 'dark' };

/** The developer wallet with a walker's phrase, new, in a window as wide as the vendor's popup. */
export async function openWallet(
  { browser, module, folder }: WalkStage,
  { phrase }: Walker,
  { locale, colorScheme }: Look,
): Promise<{ page: Page; stop: () => Promise<void> }> {
  const { undo, stop } = undoing();
  try {
    const data = await mkdtemp(join(folder, 'wallet-'));
    const wallet = await startWallet({ module, data, phrase, locale });
    undo.push(wallet.stop);
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ viewport, colorScheme });
    undo.push(() => context.close());
    const page = await context.newPage();
    await page.goto(wallet.url);
    return { page, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The wallet as an extension with a walker's phrase, new: its page, as large as the vendor's popup,
 * beside which a browser draws the bar to scroll.
 */
export async function openWalletExtension(
  { module }: WalkStage,
  { phrase }: Walker,
  { locale, colorScheme }: Look,
): Promise<{ page: Page; stop: () => Promise<void> }> {
  const extension = await startExtension({ module, phrase, locale });
  try {
    const page = await extension.context.newPage();
    await page.setViewportSize({ width: 400 + SCROLL_BAR, height: 600 });
    await page.emulateMedia({ colorScheme });
    await page.goto(extension.pageUrl);
    return { page, stop: extension.close };
  } catch (error) {
    await extension.close();
    throw error;
  }
}
