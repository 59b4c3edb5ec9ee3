import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/root';

export type Stand = {
  /** Page with three frames: the wallet, its page, and the dapp. */
  url: string;
  /** The language that the wallet reports from the next opening on. */
  setLocale(locale: string): void;
  stop(): void;
};

export const frames = { wallet: 0, page: 1, dapp: 2 } as const;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

const serve = async (answer: RequestListener): Promise<{ server: Server; url: string }> => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return { server, url: `http://127.0.0.1:${port}` };
};

const buildFrame = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'test/engines/frame.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
};

const script = (path: string): string => `<script src="${path}"></script>`;
const unframed = / ?frame-ancestors [^;]*;?/u;

/**
 * Serves the developer wallet's extension and the dapp as plain pages of two origins, for browsers
 * that do not load it. Each frame gets what the extension's scripts need of a browser; scripts,
 * policies and origins are the extension's and the dapp's own.
 */
export async function openStand(folder: string, dappUrl: string): Promise<Stand> {
  const frame = await buildFrame();
  let locale = 'en';
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  const { content_security_policy: policies } = JSON.parse(await read('manifest.json'));

  const dapp = await serve(async ({ url = '' }, response) => {
    if (url === '/frame.js' || url === '/inpage.js' || url === '/content.js') {
      response.setHeader('content-type', 'text/javascript');
      response.end(url === '/frame.js' ? frame : await read(url));
      return;
    }
    const answer = await fetch(new URL(url, dappUrl));
    const type = answer.headers.get('content-type') ?? '';
    const policy = answer.headers.get('content-security-policy') ?? '';
    response.writeHead(answer.status, {
      'content-type': type,
      'content-security-policy': policy.replace(unframed, ''),
    });
    const own = ['/frame.js', '/inpage.js', '/content.js'].map(script).join('');
    const body = Buffer.from(await answer.arrayBuffer());
    response.end(type.includes('html') ? body.toString().replace('<head>', `<head>${own}`) : body);
  });

  // The others find the wallet ready, as its service worker sees to in the extension.
  const top = `<!doctype html><meta charset="utf-8"><title>Stand</title><body><script>
    const add = (src, width) => new Promise((resolve) => {
      const frame = document.createElement('iframe');
      Object.assign(frame, { src, width, height: 860, onload: resolve });
      document.body.append(frame);
    });
    add('/wallet.html', 40).then(() => add('/page.html', 460)).then(() => add('${dapp.url}/', 820));
  </script>`;

  const answers: Readonly<Record<string, () => Promise<string> | string>> = {
    '/': () => top,
    '/frame.js': () => frame,
    '/options.json': async () =>
      JSON.stringify({ ...JSON.parse(await read('options.json')), locale }),
  };
  const wallet = await serve(async ({ url = '', headers }, response) => {
    const { pathname } = new URL(url, 'http://stand');
    const isSandbox = pathname.startsWith('/sandbox/');
    const isOwn = !isSandbox && pathname.endsWith('.html');
    try {
      const content = answers[pathname]
        ? await answers[pathname]()
        : await readFile(join(folder, pathname));
      response.setHeader('content-type', types[extname(pathname)] ?? 'text/html');
      response.setHeader('access-control-allow-origin', '*');
      // WebKit takes 'self' of a page without an origin for nobody.
      if (isSandbox)
        response.setHeader(
          'content-security-policy',
          policies.sandbox.replaceAll("'self'", `http://${headers.host}`),
        );
      if (isOwn)
        response.setHeader(
          'content-security-policy',
          policies.extension_pages.replace(unframed, ''),
        );
      response.end(
        isOwn ? String(content).replace('<head>', `<head>${script('/frame.js')}`) : content,
      );
    } catch {
      response.writeHead(404).end();
    }
  });
  return {
    url: `${wallet.url}/`,
    setLocale(chosen) {
      locale = chosen;
    },
    stop() {
      for (const { server } of [wallet, dapp]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
