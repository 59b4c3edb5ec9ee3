import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { environments } from '#vendor/node';
import { conditions } from '#vendor/set';
import type { HostOptions } from '../host';
import { buildPage, bundle } from '../page/pageFiles';

/**
 * The vendor's sandbox page needs `eval` for the module's code, which only a sandboxed page may
 * have. Such a page has no origin, so the module's requests are subject to CORS.
 */
const policies = {
  extension_pages: [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    // The wallet watches a local chain, and opens the module's WebSockets.
    'connect-src *',
    'img-src data:',
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  sandbox: [
    'sandbox allow-scripts',
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'",
    'connect-src *',
    "child-src 'self'",
  ].join('; '),
};

const sites = ['http://*/*', 'https://*/*'];
const onSites = (script: string, world: 'MAIN' | 'ISOLATED') => ({
  matches: sites,
  js: [script],
  run_at: 'document_start',
  all_frames: true,
  world,
});

const manifest = {
  manifest_version: 3,
  name: 'Xnet developer wallet',
  description: 'For development only: its recovery phrase may be publicly known.',
  version: '0.1.0',
  minimum_chrome_version: '116',
  background: { service_worker: 'background.js' },
  permissions: ['offscreen', 'unlimitedStorage'],
  content_scripts: [onSites('inpage.js', 'MAIN'), onSites('content.js', 'ISOLATED')],
  action: { default_popup: 'page.html', default_title: 'Xnet developer wallet' },
  sandbox: { pages: ['sandbox/index.html'] },
  content_security_policy: policies,
};

/** A browser makes the extension's popup as narrow as its words, unless the page has a width. */
const popupWidth = 'body { min-width: 400px; }';

const walletPage =
  '<!doctype html><html><head><meta charset="utf-8"><title>Wallet</title></head><body><script src="wallet.js"></script></body></html>';

const hostOptions: BuildOptions = {
  platform: 'browser',
  inject: [join(__dirname, 'shim.ts')],
  alias: { module: join(__dirname, 'noModule.ts') },
  define: { 'process.env.NODE_ENV': '"production"' },
  minify: true,
  conditions: ['module', ...conditions],
};

/** Source of the module: `local:` and an address, if that is not null. */
type Source = { moduleFolder: string; localModule: string | null };

/** The vendor's packages, for a browser; under the id that the module has there. */
const hostOptionsFor = (localModule: string | null): BuildOptions => ({
  ...hostOptions,
  define: {
    ...hostOptions.define,
    ...(localModule !== null && { 'process.env.XNET_MODULE_ID': JSON.stringify(localModule) }),
  },
});

/**
 * Builds the wallet as an extension for this machine's browser. It contains the vendor's packages,
 * whose licence limits redistribution, and the phrase: it must not be published.
 */
export async function buildExtension(
  out: string,
  { moduleFolder, localModule, ...options }: HostOptions & Source,
): Promise<void> {
  const { phrase, locale, allowMainnet, dialogLimit, oneDialog, localChain, watch } = options;
  const ownFile = (name: string) => join(__dirname, `${name}.ts`);
  const [page, windowSize, sandboxStart, background, content, inpage, wallet] = await Promise.all([
    buildPage(''),
    bundle(ownFile('windowSize'), 'iife'),
    bundle(ownFile('sandboxStart'), 'iife'),
    bundle(ownFile('background'), 'iife'),
    bundle(ownFile('content'), 'iife'),
    bundle(ownFile('inpage'), 'iife'),
    bundle(ownFile('wallet'), 'iife', hostOptionsFor(localModule)),
  ]);
  const texts = {
    'manifest.json': JSON.stringify(manifest, null, 2),
    'options.json': JSON.stringify({
      phrase,
      locale,
      allowMainnet,
      dialogLimit,
      oneDialog,
      localChain,
      watch,
    }),
    'page.html': page.html.replace('</head>', '<script src="windowSize.js"></script></head>'),
    'windowSize.js': windowSize,
    'page.css': `${page.style}\n${popupWidth}`,
    'page.js': page.script,
    'wallet.html': walletPage,
    'wallet.js': wallet,
    'background.js': background,
    'content.js': content,
    'inpage.js': inpage,
  };
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(texts))
    await writeFile(join(out, name), text, { mode: 0o600 });
  await cp(join(environments, 'dist/webpack/iframe'), join(out, 'sandbox'), { recursive: true });
  const sandbox = join(out, 'sandbox/index.html');
  const html = await readFile(sandbox, 'utf8');
  await writeFile(sandbox, html.replace('<script>', '<script src="start.js"></script><script>'));
  await writeFile(join(out, 'sandbox/start.js'), sandboxStart, { mode: 0o600 });
  if (localModule === null) await cp(moduleFolder, join(out, 'module'), { recursive: true });
}
