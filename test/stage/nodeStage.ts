import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildDapp, type RunningDapp, startDapp } from '../../scripts/start/dapp';
import { type EthereumNode, startEthereumNode } from '../../scripts/start/ethereumNode';
import { type RunningService, startNodeService } from '../../scripts/start/service';
import { launchBrowser } from './launchBrowser';

/** Everything that the dapp's node service pages need, real and on free ports. */
export type NodeStage = {
  ethereum: EthereumNode;
  service: RunningService;
  dapp: RunningDapp;
  browser: Browser;
  /** Folder of the service: its data in `service`, its log in `service.log`. */
  folder: string;
  /** Restarts the service with the same data, on another port. */
  restartService: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts the stage; stops what was started if that fails. @param blocks length of the chain */
export const openNodeStage = async (blocks: number): Promise<NodeStage> => {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of undo.splice(0).reverse()) await end();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'xnet-node-stage-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const ethereum = await startEthereumNode({ blocks });
    undo.push(ethereum.stop);
    const start = () =>
      startNodeService({
        data: join(folder, 'service'),
        ethUrl: ethereum.url,
        chains: '31337=Local Ethereum',
        log: join(folder, 'service.log'),
      });
    let service = await start();
    undo.push(() => service.stop());
    await buildDapp();
    const { url, key, secret } = service;
    const dapp = await startDapp({
      walletUrl: 'none',
      service: { url, key, secret, counter: ethereum.counter },
    });
    undo.push(dapp.stop);
    const browser = await launchBrowser();
    undo.push(() => browser.close());
    return {
      ethereum,
      dapp,
      browser,
      folder,
      stop,
      get service() {
        return service;
      },
      restartService: async () => {
        await service.stop();
        service = await start();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** A page of the dapp in a new browser context, with functions to read it. */
export const openNodePage = async ({ browser, dapp }: NodeStage) => {
  const viewport = { width: 1280, height: 900 };
  const page: Page = await (await browser.newContext({ viewport })).newPage();
  const shown = (id: string): Locator => page.getByTestId(id);
  const text = async (id: string): Promise<string> => (await shown(id).textContent()) ?? '';
  return {
    page,
    shown,
    text,
    /** @param hash such as `#/gas` */
    open: async (hash: string): Promise<void> => {
      await page.goto(new URL(hash, dapp.url).href);
    },
    json: async (id: string): Promise<unknown> => JSON.parse(await text(id)),
    credits: async (id: string): Promise<number> =>
      Number(await shown(id).getAttribute('data-credits')),
    /** Sends the form of the JSON-RPC page. */
    send: async (): Promise<void> => {
      await shown('rpc-send').click();
      await shown('reply').or(shown('rpc-error')).first().waitFor();
    },
  };
};

export type NodePage = Awaited<ReturnType<typeof openNodePage>>;
