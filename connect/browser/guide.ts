import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/root';
import { connect } from '../src/index';
import type { TestWallet } from '../testing/index';

/** A page of `docs/develop`. */
export const readGuide = (guide: string): Promise<string> =>
  readFile(join(root, 'docs/develop', guide), 'utf8');

/** The code blocks of a page of `docs/develop`, in order. */
export async function readExamples(guide: string): Promise<string[]> {
  return [...(await readGuide(guide)).matchAll(/```(?:tsx?|html)\n([\s\S]*?)```/gu)].map(
    ([, code]) => code ?? '',
  );
}

/** The first code example of a README. */
export const readReadme = async (path: string): Promise<string> => {
  const readme = await readFile(join(root, path), 'utf8');
  return /```ts\n([\s\S]*?)```/u.exec(readme)?.[1] ?? '';
};

/** Builds `src/main.ts` of an otherwise empty project with Vite. @returns its files by path */
export async function buildPage(folder: string, main: string): Promise<Map<string, string>> {
  const config = `export default { resolve: { alias: { '@xnet/connect': ${JSON.stringify(join(root, 'connect/src/index.ts'))} } } };`;
  await writeFile(join(folder, 'main.ts'), main);
  await writeFile(join(folder, 'vite.config.mjs'), config);
  const page = '<!doctype html><body><script type="module" src="/main.ts"></script>';
  await writeFile(join(folder, 'index.html'), page);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const names = ['--config', 'vite.config.mjs', '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, [vite, 'build', ...names], { cwd: folder });
  const index = await readFile(join(folder, 'dist/index.html'), 'utf8');
  const [, script = ''] = /src="(\/assets\/[^"]+)"/u.exec(index) ?? [];
  return new Map([
    ['/', index],
    [script, await readFile(join(folder, 'dist', script), 'utf8')],
  ]);
}

/** Folders of a guide's packages, of others and ours. */
const libraries = ['connect/foreign/node_modules', 'node_modules'].map((name) => join(root, name));

/**
 * Bundles a script that stands beside a guide's code in the folder. Libraries are those of
 * `connect/foreign`, with starknet.js 10.
 */
export async function bundled(
  folder: string,
  { name, code, platform }: { name: string; code: string; platform: 'node' | 'browser' },
): Promise<string> {
  await writeFile(join(folder, name), code);
  const { stdout } = await promisify(execFile)(
    join(root, 'node_modules/esbuild/bin/esbuild'),
    [
      name,
      '--bundle',
      `--platform=${platform}`,
      '--jsx=automatic',
      '--log-level=error',
      `--alias:@xnet/connect/server=${join(root, 'connect/server/index.ts')}`,
      `--alias:@xnet/connect=${join(root, 'connect/src/index.ts')}`,
      '--alias:starknet=starknet-10',
      '--define:process.env.NODE_ENV="development"',
    ],
    {
      cwd: folder,
      maxBuffer: 1 << 26,
      env: { ...process.env, NODE_PATH: libraries.join(delimiter) },
    },
  );
  return stdout;
}

/**
 * A page with this content and script, served at an origin of its own.
 * @param answer answers what the page posts to its server
 */
export async function serve(
  content: string,
  script: string,
  answer?: (path: string, body: never) => Promise<unknown>,
) {
  const server = createServer(async (request, response) => {
    const { url: path = '', method } = request;
    if (answer && method === 'POST') {
      const sent = JSON.parse(await text(request));
      const [status, body] = await answer(path, sent as never).then(
        (result) => [200, JSON.stringify(result)] as const,
        (error: unknown) => [400, String(error)] as const,
      );
      return void response.writeHead(status).end(body);
    }
    const isScript = path === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const page = `<!doctype html><title>Dapp</title><div id="root">${content}</div><script src="/page.js"></script>`;
    response.end(isScript ? script : page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Calls a function that a page's script has put into `window.kit`, such as those of a guide. */
export const callKit = <T>(page: Page, name: string, ...args: unknown[]): Promise<T> =>
  page.evaluate(
    ([called, given]) =>
      // The page's own global; this file knows only its type.
      (globalThis as unknown as { kit: Record<string, (...args: unknown[]) => T> }).kit[called]?.(
        ...given,
      ) as T,
    [name, args] as const,
  );

/** Phrase of a wallet whose accounts no other test of a page's chain funds. */
export const newPhrase =
  'legal winner thank year wave sausage worth useful legal winner thank yellow';

/**
 * Connects by the React page of the guides with a wallet that is new to the chain, sends by a paymaster,
 * and finds the page connected after a reload, without one more dialog.
 */
export async function sendWithoutStrk(page: Page, wallet: TestWallet): Promise<void> {
  await page.getByRole('button', { name: 'Connect' }).click();
  const address = (await page.getByRole('button', { name: /^0x/u }).textContent()) ?? '';
  const provider = wallet.providerFor(new URL(page.url()).origin);
  const { balance, deploymentData } = await connect({ provider });
  expect(await balance()).toBe(0n);
  expect(await deploymentData()).toEqual(expect.anything());
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('ACCEPTED_ON_L2').waitFor();
  expect(await balance()).toBe(0n);
  expect(await deploymentData()).toBeUndefined();
  expect(wallet.dialogs).toHaveLength(2);
  await page.reload();
  await page.getByRole('button', { name: address }).waitFor();
  expect(wallet.dialogs).toHaveLength(2);
}
