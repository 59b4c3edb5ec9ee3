import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { contentsPlugin } from '../../../scripts/build/contentsPlugin.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const outDir = process.env.XNET_SITE_OUT ?? join(root, 'docs/site/dist');

const page = (text, link) => ({ text, link });
const sidebar = [
  {
    text: 'Use',
    items: [
      page('What you see is what you sign', '/docs/use/dialogs'),
      page('In your own wallet', '/docs/use/wallet'),
      page('Find your accounts again', '/docs/use/accounts'),
      page('What is stored', '/docs/use/privacy'),
      page('Limits', '/docs/use/limits'),
    ],
  },
  {
    text: 'Develop',
    items: [
      page('Five minutes', '/connect/'),
      page('React', '/docs/develop/react'),
      page('Next with server rendering', '/docs/develop/next'),
      page('Sign in', '/docs/develop/sign-in'),
      page('Tests of your dapp', '/connect/testing/'),
      page('Every failure in a test', '/docs/develop/failures'),
      page('Reference of @xnet/connect', '/docs/develop/connect'),
      page('Methods', '/docs/develop/methods'),
      page('Errors', '/docs/develop/errors'),
      page('Without a library', '/docs/develop/provider'),
      page('Move over from the closing module', '/docs/develop/moving'),
      page('Gasless with a paymaster', '/docs/develop/gasless'),
      page('Sepolia and Mainnet', '/docs/develop/networks'),
      page('Publish the module', '/docs/develop/publishing'),
      page('When a version is bad', '/docs/develop/incidents'),
      page('Check a wallet with batteries', '/docs/develop/batteries'),
      page('Commands and ports', '/docs/develop/commands'),
      page('Troubleshooting', '/docs/develop/troubleshooting'),
    ],
  },
  {
    text: 'Operate',
    items: [
      page('Running the service', '/docs/operate/'),
      page('Its APIs and options', '/service/'),
      page('A proxy for nodes', '/docs/operate/node-proxies'),
    ],
  },
  {
    text: 'Understand',
    items: [
      page('Architecture', '/docs/understand/architecture'),
      page('Decisions', '/docs/understand/decisions/'),
      page('Security', '/docs/understand/security'),
      page('Whom you trust', '/docs/understand/trust'),
      page('For teams that allow modules', '/docs/understand/allow-list'),
      page('The specification', '/docs/understand/conformance'),
    ],
  },
];

// A sample configuration is a file, not a page.
process.env.VITE_EXTRA_EXTENSIONS = 'cfg';

/** Links to a README lead to the index that it becomes. */
function followRewrites(markdown) {
  markdown.core.ruler.push('readmes', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href && !/^\w+:/u.test(href))
        token.attrSet('href', href.replace(/README\.md(?=#|$)/u, 'index.md'));
    }
  });
}

export default defineConfig({
  title: 'Xnet',
  description: 'A wallet module for layer-2 accounts on Starknet',
  base: process.env.XNET_SITE_BASE ?? '/',
  srcDir: root,
  outDir,
  cacheDir: join(root, 'node_modules/.cache/xnet/site'),
  // A release's page has the checksum of this site in it.
  srcExclude: ['**/node_modules/**', '**/dist/**', 'test/**', '.changeset/**', 'docs/releases/**'],
  rewrites: (path) => path.replace(/README\.md$/u, 'index.md'),
  markdown: { config: followRewrites },
  // Files beside the pages: copied below.
  ignoreDeadLinks: [/\.(?:cfg|conf|json|yaml)$/u],
  // Fonts, like all else, come with the page: nothing is loaded from elsewhere.
  themeConfig: { search: { provider: 'local' }, sidebar, outline: 'deep' },
  lastUpdated: false,
  vite: { plugins: [contentsPlugin(root)] },
  buildEnd: () => {
    const named = readdirSync(join(root, 'docs/operate')).filter((name) => !name.endsWith('.md'));
    for (const path of ['openrpc.json', ...named.map((name) => `docs/operate/${name}`)])
      cpSync(join(root, path), join(outDir, path));
  },
});
