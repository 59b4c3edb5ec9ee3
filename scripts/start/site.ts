import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The file of a path: pages have no ending, and a folder has an index. */
function fileOf(path: string): string {
  if (path.endsWith('/')) return `${path}index.html`;
  if (extname(path) === '') return `${path}.html`;
  return path;
}

/** Shown until the pages are there; it asks again by itself. */
const waiting = (note: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="3">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Documentation</title><body style="font: 1rem/1.5 system-ui; max-width: 40rem; margin: 3rem auto; padding: 0 1rem">
<h1>Documentation</h1><p>${note}</p></body></html>`;

/** Serves a folder on loopback; whoever comes first has it built, and waits. */
export async function startSite(options: {
  folder: string;
  /** Fills the folder; absent if that is there. */
  build?: () => Promise<void>;
  /** 0 or absent: any free port. */
  port?: number;
}): Promise<{ url: string; stop: () => Promise<void> }> {
  let { build } = options;
  let note = build && 'It is being built, and is then shown here.';
  const buildOnce = () => {
    const building = build?.();
    build = undefined;
    building?.then(
      () => {
        note = undefined;
      },
      () => {
        note = 'It could not be built. Run npm run build --prefix docs/site to see why.';
      },
    );
  };
  const server = createServer(async (request, response) => {
    buildOnce();
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cache-control', 'no-store');
    // Within the folder: a path that begins with a slash cannot leave it once it is normal.
    const name = fileOf(normalize(`/${(request.url ?? '').replace(/[?#].*$/u, '')}`));
    response.setHeader('content-type', note ? 'text/html' : (types[extname(name)] ?? 'text/plain'));
    if (note) return response.writeHead(503).end(waiting(note));
    const read = (file: string) => readFile(join(options.folder, file)).catch(() => undefined);
    const content = await read(name);
    if (content) return response.end(content);
    response.writeHead(404, { 'content-type': 'text/html' }).end(await read('404.html'));
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
