import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/root';

/** A page of `docs/develop`. */
export const readGuide = (guide: string): Promise<string> =>
  readFile(join(root, 'docs/develop', guide), 'utf8');

/** The code blocks of a guide, in order. */
export async function examplesOf(guide: string): Promise<string[]> {
  return [...(await readGuide(guide)).matchAll(/```tsx?\n([\s\S]*?)```/gu)].map(
    ([, code]) => code ?? '',
  );
}

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
      env: { ...process.env, NODE_PATH: join(root, 'connect/foreign/node_modules') },
    },
  );
  return stdout;
}

/** A page with this content and script, served at an origin of its own. */
export async function serve(content: string, script: string) {
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const page = `<!doctype html><title>Dapp</title><div id="root">${content}</div><script src="/page.js"></script>`;
    response.end(isScript ? script : page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
