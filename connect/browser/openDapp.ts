import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/root';
import { approving } from '../../test/stage/approvals';
import type { Stage } from '../../test/stage/stage';

/** Bundles a page's script in a separate process: bundlers do not start in the test's realm. */
export async function bundle(entry: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    join(root, 'node_modules/esbuild/bin/esbuild'),
    [
      resolve(root, entry),
      '--bundle',
      '--format=iife',
      '--target=es2022',
      '--log-level=error',
      '--define:process.env.NODE_ENV="production"',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  return stdout;
}

/** `window.kit` of a page of `connect/foreign`. Arguments and results are JSON. */
type Kit = Record<string, (...args: never[]) => unknown>;

/** Serves a dapp from its own origin and opens it in the stage's browser. */
export async function openDapp<K extends Kit>(stage: Stage, script: string, hash = '') {
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const wallet = `<script src="${stage.wallet.url}/provider.js"></script>`;
    const page = `<!doctype html><title>Dapp</title><body>${wallet}<script src="/page.js"></script>`;
    response.end(isScript ? script : page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one
  const page: Page = await (await stage.browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${port}/${hash && `#${hash}`}`);

  /** Calls the page's kit without a user at the wallet. */
  const quietly = <N extends keyof K & string>(
    name: N,
    ...args: Parameters<K[N]>
  ): Promise<Awaited<ReturnType<K[N]>>> =>
    page.evaluate(
      ([called, given]) =>
        // The page's own global; this file knows only its type.
        (globalThis as unknown as { kit: Kit }).kit[called]?.(...(given as never[])) as never,
      [name as string, args as unknown[]] as const,
    );

  return {
    page,
    quietly,
    /** Calls the page's kit; the wallet's user approves everything. */
    ask: async <N extends keyof K & string>(name: N, ...args: Parameters<K[N]>) =>
      (await approving(stage.walletPage, () => quietly(name, ...args))).result,
    close: () => server.close(),
  };
}
export type OpenDapp<K extends Kit> = Awaited<ReturnType<typeof openDapp<K>>>;
