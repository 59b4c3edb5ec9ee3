import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildDapp, type RunningDapp, startDapp } from '../../scripts/start/dapp';
import { type LocalChain, startLocalChain } from '../../scripts/start/localChain';
import { type RunningWallet, startWallet } from '../../scripts/start/wallet';
import { chainIds } from '../../src/schema/primitives';
import { addressedModule } from './addressedModule';
import { type Gate, startGate } from './gate';
import { launchBrowser } from './launchBrowser';
import { ownPort } from './ownPort';

/** Everything for the main job, real and on free ports: node, module, wallet, dapp, browser. */
export type Stage = {
  chain: LocalChain;
  /** A second network, if requested. */
  mainnet: LocalChain | undefined;
  /** Between the module and the node. */
  gate: Gate;
  wallet: RunningWallet;
  dapp: RunningDapp;
  /** Folder of the built module. */
  module: string;
  browser: Browser;
  /** The companion dapp's page, loaded. */
  dappPage: Page;
  /** The developer wallet's page with its approvals, loaded. */
  walletPage: Page;
  /** Restarts the wallet's process with the same state and port. */
  restartWallet: (changes?: { locale?: string }) => Promise<void>;
  stop: () => Promise<void>;
};

export type StageOptions = Parameters<typeof startLocalChain>[0] & {
  /** Recovery phrase of the wallet; default: its test phrase. */
  phrase?: string;
  /** True to start a chain for Mainnet as well. */
  withMainnet?: boolean;
  /** True if the wallet should detect a restarted chain. */
  isWatched?: boolean;
  /** True if the module should treat the dapp as its companion. */
  withCompanion?: boolean;
};

/**
 * Starts the stage; stops what was started if that fails. By default, the chain creates a block per
 * transaction; with `blocks: 'demand'`, a transaction stays pending until `createBlock`.
 */
export const openStage = async (options: StageOptions = {}): Promise<Stage> => {
  const { phrase, withMainnet, withCompanion, isWatched, ...chainOptions } = options;
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of undo.splice(0).reverse()) await end();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'xnet-stage-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    // A fixed port, so that a lost chain can be restarted there.
    const starting = startLocalChain({ ...chainOptions, port: isWatched ? await ownPort() : 0 });
    // Registered before it has started: the other start may fail meanwhile.
    undo.push(() => starting.then((started) => started.stop()).catch(() => undefined));
    const [chain] = await Promise.all([starting, buildDapp()]);
    const mainnet = withMainnet
      ? await startLocalChain({ ...chainOptions, chainId: 'MAINNET' })
      : undefined;
    undo.push(async () => mainnet?.stop());
    const gate = await startGate(chain.url);
    undo.push(gate.stop);
    const mainnetGate = mainnet && (await startGate(mainnet.url));
    undo.push(async () => mainnetGate?.stop());
    const launching = launchBrowser();
    undo.push(() => launching.then((launched) => launched.close()).catch(() => undefined));
    const dappPort = withCompanion ? await ownPort() : 0;
    const [module, browser] = await Promise.all([
      addressedModule({
        out: join(folder, 'module'),
        endpoints: {
          [chainIds.sepolia]: [gate.url],
          ...(mainnetGate && { [chainIds.mainnet]: [mainnetGate.url] }),
        },
        ...(withCompanion && { companionOrigins: [`http://127.0.0.1:${dappPort}`] }),
      }),
      launching,
    ]);

    const preferredPort = await ownPort();
    const start = (changes: { locale?: string } = {}) =>
      startWallet({
        module: module.out,
        data: join(folder, 'wallet'),
        // Mainnet is a local chain here as well.
        allowMainnet: true,
        preferredPort,
        ...(phrase === undefined ? {} : { phrase }),
        ...(isWatched && { localChain: chain.url }),
        ...changes,
      });
    let wallet = await start();
    undo.push(() => wallet.stop());
    const dapp = await startDapp({ walletUrl: wallet.url, l2Url: chain.url, port: dappPort });
    undo.push(dapp.stop);

    // Separate contexts: browsers throttle background pages of the same window.
    const [dappPage, walletPage] = await Promise.all(
      [dapp.url, wallet.url].map(async (url) => {
        const page = await (await browser.newContext()).newPage();
        await page.goto(url);
        return page;
      }),
    );
    if (dappPage === undefined || walletPage === undefined) throw new Error('No page was opened.');

    return {
      chain,
      mainnet,
      gate,
      get wallet() {
        return wallet;
      },
      dapp,
      module: module.out,
      browser,
      dappPage,
      walletPage,
      restartWallet: async (changes) => {
        const { url } = wallet;
        await wallet.stop();
        wallet = await start(changes);
        if (wallet.url !== url) throw new Error(`The wallet's port was taken meanwhile: ${url}`);
        await walletPage.goto(url);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Sends a request to the wallet from a page, as a dapp would. @throws the wallet's error */
export const requestWallet = <T>(page: Page, method: string, params: object): Promise<T> =>
  page.evaluate(
    async (call) => {
      type Provider = { request: (call: object) => Promise<unknown> };
      // No named function in here: the transpiler would add a helper that the page lacks.
      const provider = await new Promise<Provider>((resolve) => {
        addEventListener(
          'eip6963:announceProvider',
          (event) => resolve((event as CustomEvent<{ provider: Provider }>).detail.provider),
          { once: true },
        );
        dispatchEvent(new Event('eip6963:requestProvider'));
      });
      return (await provider.request(call)) as T;
    },
    { method, params },
  );

/** Calls the module from a page, as a dapp would. @throws the wallet's error */
export const invokeModule = <T>(
  page: Page,
  moduleId: string,
  method: string,
  params: object,
): Promise<T> =>
  requestWallet(page, 'wallet_invokeModule', { moduleId, request: { method, params } });
