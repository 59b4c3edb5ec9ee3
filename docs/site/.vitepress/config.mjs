import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { contentsPlugin } from '../../../scripts/build/contentsPlugin.mjs';
import { trialPage } from '../../../scripts/build/trialPage.ts';
import { writeTwins } from './twins.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const outDir = process.env.XNET_SITE_OUT ?? join(root, 'docs/site/dist');

const base = process.env.XNET_SITE_BASE ?? '/';
const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const page = (text, link) => ({ text, link });
const sidebar = [
  {
    text: 'Use',
    items: [
      page('What you see is what you sign', '/docs/use/dialogs'),
      page('The module’s page', '/docs/use/page'),
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
      page('From nothing to Sepolia', '/docs/develop/sepolia'),
      page('React', '/docs/develop/react'),
      page('Next with server rendering', '/docs/develop/next'),
      page('Sign in', '/docs/develop/sign-in'),
      page('Tests of your dapp', '/connect/testing/'),
      page('Every failure in a test', '/docs/develop/failures'),
      page('Reference of @xnet/connect', '/docs/develop/connect'),
      page('Exports of @xnet/connect', '/docs/develop/exports'),
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

// Samples are files, not pages.
process.env.VITE_EXTRA_EXTENSIONS = 'cfg,service';

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

/** Below the first example of one page, its reader can run it. */
function addTrial({ renderer: { rules } }) {
  const { fence } = rules;
  rules.fence = (tokens, index, options, env, self) => {
    const isFirst = tokens.findIndex(({ type }) => type === 'fence') === index;
    const trial = isFirst && env.relativePath === trialPage ? '<Trial />' : '';
    return fence(tokens, index, options, env, self) + trial;
  };
}

/** Decisions tell why, which is seldom what is looked for. */
const boostDocument = (id) => (id.includes('/decisions/') ? 0.2 : 1);

const toPlace = (path) => path.replace(/README\.md$/u, 'index.md');

export default defineConfig({
  title: 'Xnet',
  description: 'A wallet module for layer-2 accounts on Starknet',
  base,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
  // Where it is served, which nothing here knows: without it there is no sitemap.
  ...(process.env.XNET_SITE_URL && { sitemap: { hostname: process.env.XNET_SITE_URL } }),
  srcDir: root,
  outDir,
  cacheDir: join(root, 'node_modules/.cache/xnet/site'),
  // A release's page has the checksum of this site in it.
  srcExclude: ['**/node_modules/**', '**/dist/**', 'test/**', '.changeset/**', 'docs/releases/**'],
  rewrites: (path) => toPlace(path.replace(/^docs\/site\/errors/u, 'docs/develop/errors')),
  markdown: {
    config(markdown) {
      followRewrites(markdown);
      addTrial(markdown);
    },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  // Files beside the pages: copied below.
  ignoreDeadLinks: [/\.(?:cfg|conf|json|service|yaml)$/u],
  // Fonts, like all else, come with the page: nothing is loaded from elsewhere.
  themeConfig: {
    logo: '/icon.svg',
    nav: [page('Changelog', '/CHANGELOG'), page(version, '/CHANGELOG'), page('openrpc.json', '/openrpc.json')],
    search: {
      provider: 'local',
      options: { miniSearch: { searchOptions: { boostDocument } } },
    },
    sidebar,
    outline: 'deep',
    editLink: { pattern: `${repository.url.replace(/\.git$/u, '')}/edit/main/:path`, text: 'Edit this page' },
  },
  lastUpdated: false,
  // One page after another: the index of the search numbers its entries in the order of their ends.
  buildConcurrency: 1,
  vite: { plugins: [contentsPlugin(root)] },
  buildEnd: ({ pages }) => {
    const sources = pages.filter((source) => !source.startsWith('docs/site/'));
    const placed = sources.map((source) => ({ source, place: toPlace(source) }));
    writeTwins({ root, outDir, sidebar, pages: placed });
    const named = readdirSync(join(root, 'docs/operate')).filter((name) => !name.endsWith('.md'));
    for (const path of ['openrpc.json', ...named.map((name) => `docs/operate/${name}`)])
      cpSync(join(root, path), join(outDir, path));
  },
});
