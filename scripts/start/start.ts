import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChainBuild } from '../../dapp/src/config';
import { type NetworkId, networkIds } from '../../src/networks/networks';
import { sepolia } from '../../src/networks/sepolia';
import { type BuildOptions, buildModule } from '../build/buildModule';
import { siteFolder } from '../build/buildSite';
import { watchModule } from '../build/watchModule';
import { getMessage } from '../failure';
import { root } from '../root';
import { say } from '../say';
import { withLock } from '../setup/lock.mjs';
import { findDevnet } from '../setup/machine.mjs';
import { usages } from '../setup/usages.mjs';
import { openBrowser } from './browser';
import { checkoutFolder, checkoutId, choosePorts } from './checkout';
import { startChild } from './child';
import { buildDapp, startDapp } from './dapp';
import { startEthereumNode } from './ethereumNode';
import { startKeptChain } from './layer2';
import { askChain } from './localChain';
import { startNodeService } from './service';
import { startSite } from './site';
import { buildWalletExtension, startWallet } from './wallet';

const preferredPorts = { dapp: 3911, wallet: 3912, chain: 3913, service: 3914, site: 3915 };
/** Initial blocks of the Ethereum chain: slightly more than the base-fee history holds. */
const ethereumBlocks = 600;
const ethereumBlockMs = 12_000;

/** The running parts, in the order in which they were started. */
type Part = {
  name: string;
  /** Absent if another part reports its exit. */
  exited?: Promise<number | null>;
  stop: () => Promise<void>;
  log: string;
};

type Layer2 = {
  url: string;
  chainId: NetworkId;
  hasFaucet: boolean;
  /** Tells the dapp how far the node is built, if it has to be. */
  buildFile?: string | undefined;
  /** How far it is now; absent for a node of others. */
  build?: () => ChainBuild;
};

type Options = {
  'l2-url'?: string | undefined;
  phrase?: string | undefined;
  'allow-mainnet'?: boolean | undefined;
  'no-dialog-limit'?: boolean | undefined;
  extension?: boolean | undefined;
  watch?: boolean | undefined;
};

const inspectNode = async (url: string): Promise<Layer2> => {
  const chainId = await askChain<string>(url, 'starknet_chainId').catch((error) => {
    throw new Error(`No Starknet node responds at --l2-url ${url}: ${getMessage(error)}`);
  });
  const network = networkIds.find((id) => id === chainId);
  if (network === undefined)
    throw new Error(
      `The node at --l2-url ${url} serves ${chainId}, and the module ${networkIds.join(', ')}.`,
    );
  const hasFaucet = await askChain(url, 'devnet_getConfig').then(
    () => true,
    () => false,
  );
  return { url, chainId: network, hasFaucet };
};

/** Folder and ports of this start. */
type Place = {
  folder: string;
  logOf: (part: string) => string;
  ports: Record<keyof typeof preferredPorts, number>;
};

const openPlace = async (): Promise<Place> => {
  const folder = checkoutFolder();
  const logs = join(folder, 'logs');
  await mkdir(logs, { recursive: true, mode: 0o700 });
  return {
    folder,
    logOf: (part) => join(logs, `${part}.log`),
    ports: await choosePorts(preferredPorts),
  };
};

const startChain = async (parts: Part[], { logOf, ports }: Place): Promise<Layer2> => {
  const log = logOf('layer2');
  const { url, buildFile, build, running } = await startKeptChain(ports.chain, log);
  const late = running.then((chain) => chain.exited);
  parts.push({
    name: 'layer-2 node',
    log,
    // Whatever does not need the node goes on without it.
    exited: late.catch((error) => {
      say(`The layer-2 node is not there, the rest goes on: ${getMessage(error)}`);
      return new Promise<null>(() => undefined);
    }),
    stop: async () => {
      // A build ends with this process.
      if (findDevnet() !== undefined) await running.then((chain) => chain.stop()).catch(() => {});
    },
  });
  return { url, chainId: sepolia.id, hasFaucet: true, buildFile, build };
};

const startService = async (parts: Part[], { folder, logOf, ports }: Place) => {
  const ethereum = await startEthereumNode({ blocks: ethereumBlocks, blockMs: ethereumBlockMs });
  const log = logOf('service');
  parts.push({ name: 'Ethereum node', log, stop: ethereum.stop });
  const service = await startNodeService({
    data: join(folder, 'service'),
    ethUrl: ethereum.url,
    chains: '31337=Local Ethereum',
    port: ports.service,
    log,
  });
  parts.push({ name: 'node service', log, exited: service.exited, stop: service.stop });
  const { url, key, secret } = service;
  return { url, key, secret, counter: ethereum.counter };
};

/** As a program, or as an extension, which the browser starts. @returns the program's URL */
const startWalletPart = async (
  parts: Part[],
  { folder, logOf, ports }: Place,
  { module, layer2, options }: { module: string; layer2: Layer2; options: Options },
): Promise<string> => {
  const choices = {
    module,
    allowMainnet: options['allow-mainnet'] === true,
    dialogLimit: options['no-dialog-limit'] !== true,
    watch: options.watch === true,
    ...(layer2.hasFaucet && { localChain: layer2.url }),
    // The wallet runs in another working directory, so a relative path is resolved here.
    ...(options.phrase !== undefined && {
      phrase: options.phrase.replace(/^@(.*)$/su, (_, file) => `@${resolve(file)}`),
    }),
  };
  if (options.extension === true) {
    await buildWalletExtension({ ...choices, out: join(folder, 'extension') });
    return 'none';
  }
  const log = logOf('wallet');
  const wallet = await startWallet({
    ...choices,
    data: join(folder, 'wallet'),
    preferredPort: ports.wallet,
    log,
  });
  parts.push({ name: 'developer wallet', log, exited: wallet.exited, stop: wallet.stop });
  return wallet.url;
};

/** Builds the module anew with each change, where the wallet looks for it. */
const startWatch = async (parts: Part[], { logOf }: Place, build: BuildOptions): Promise<void> => {
  const watch = await watchModule(build, (outcome) =>
    say(
      'ms' in outcome
        ? `Built the module anew in ${outcome.ms} ms; the wallet takes it.`
        : `The module does not build, so the wallet keeps the last one.\n${outcome.failure}`,
    ),
  );
  parts.push({ name: 'watch', log: logOf('wallet'), stop: watch.stop });
};

/** Installs what builds the documentation, and builds it unless it is up to date, in a process of its own. */
const buildSiteApart = async (parts: Part[], { logOf }: Place): Promise<void> => {
  const log = logOf('documentation');
  const args = ['scripts/setup.mjs', '--packages', '--site', 'scripts/build/site.ts'];
  const build = startChild({ command: process.execPath, args, cwd: root, log });
  parts.push({ name: 'build of the documentation', log, stop: build.stop });
  if ((await build.exited) !== 0) throw new Error(build.tail());
};

/** Tells users what to do if no browser can be opened. */
const byHand = (extension: string) =>
  `in your Chromium or Chrome: chrome://extensions, developer mode, "Load unpacked", ${extension}`;

const openInBrowser = (parts: Part[], { folder, logOf }: Place, url: string): string => {
  const [extension, log] = [join(folder, 'extension'), logOf('browser')];
  const browser = openBrowser({ extension, profile: join(folder, 'browser'), url, log });
  if (browser === undefined) return byHand(extension);
  parts.push({ name: 'browser', log, exited: browser.exited, stop: browser.stop });
  return 'an extension of the browser that has opened; it opens its window when it asks you';
};

/** The summary's note on a node that does not run yet. */
const describeBuild = (build: ChainBuild = { state: 'ready' }): string => {
  if (build.state === 'ready') return '';
  if (build.state === 'failed') return `   is not there: ${build.reason}`;
  if (build.total === 0) return '   is not there yet: the dapp shows what comes of it';
  return '   is being built: the dapp shows how far it is';
};

const startAll = async (parts: Part[], options: Options): Promise<string> => {
  const place = await openPlace();
  const { folder, logOf, ports } = place;
  say('Starting the layer-2 node …');
  const layer2 =
    options['l2-url'] === undefined
      ? await startChain(parts, place)
      : await inspectNode(options['l2-url']);
  say('Starting the node service, and building the module and the dapp unless they are …');
  const buildOptions: BuildOptions = {
    out: join(folder, 'module'),
    endpoints: { [layer2.chainId]: [layer2.url] },
    companionOrigins: [`http://127.0.0.1:${ports.dapp}`, `http://localhost:${ports.dapp}`],
  };
  const starting = [startService(parts, place), buildModule(buildOptions), buildDapp()] as const;
  // A part that starts while another one fails has to be stopped, too.
  await Promise.allSettled(starting);
  const [service, module] = await Promise.all(starting);

  say('Starting the developer wallet and the dapp …');
  const walletUrl = await startWalletPart(parts, place, { module: module.out, layer2, options });
  if (options.watch === true) {
    const out = options.extension === true ? join(folder, 'extension/module') : module.out;
    await startWatch(parts, place, { ...buildOptions, out });
  }
  const log = logOf('dapp');
  const dapp = await startDapp({
    walletUrl,
    l2Url: layer2.hasFaucet ? layer2.url : undefined,
    chainBuild: layer2.buildFile,
    service,
    port: ports.dapp,
    log,
  });
  parts.push({ name: 'dapp', log, exited: dapp.exited, stop: dapp.stop });
  const build = () => buildSiteApart(parts, place);
  const site = await startSite({ folder: siteFolder, build, port: ports.site });
  parts.push({ name: 'documentation', log: logOf('documentation'), stop: site.stop });
  const wallet =
    options.extension === true
      ? openInBrowser(parts, place, dapp.url)
      : `${walletUrl}   asks for your approval; keep it open next to the dapp`;

  return `
Xnet is running.

  Open this page    ${dapp.url}   the test dapp; begin at "Start here"
  Developer wallet  ${wallet}
  Layer-2 node      ${layer2.url}${describeBuild(layer2.build?.())}
  Node service      ${service.url}   gas API, JSON-RPC and IPFS; the dapp has a page for each
  Documentation     ${site.url}   with a search; built when you first open it

  Logs              ${join(folder, 'logs')}
  Ctrl-C stops it; the wallet and the local chain are kept for the next start.
`;
};

const run = async (options: Options): Promise<number> => {
  const parts: Part[] = [];
  const interrupted = new Promise<'interrupted'>((resolve) => {
    process.on('SIGINT', () => resolve('interrupted'));
    process.on('SIGTERM', () => resolve('interrupted'));
  });
  try {
    const started = await Promise.race([startAll(parts, options), interrupted]);
    if (started === 'interrupted') return 130;
    say(started);
    const outcome = parts.flatMap((part) =>
      part.exited === undefined ? [] : [part.exited.then((code) => ({ part, code }))],
    );
    const first = await Promise.race([...outcome, interrupted]);
    if (first === 'interrupted') return 0;
    if (first.part.name === 'browser' && first.code === 0) return 0;
    say(`The ${first.part.name} stopped unexpectedly (code ${first.code}). Log: ${first.part.log}`);
    return 1;
  } finally {
    say('Stopping …');
    for (const part of parts.reverse()) await part.stop();
  }
};

try {
  const { values } = parseArgs({
    options: {
      'l2-url': { type: 'string' },
      phrase: { type: 'string' },
      'allow-mainnet': { type: 'boolean' },
      'no-dialog-limit': { type: 'boolean' },
      extension: { type: 'boolean' },
      watch: { type: 'boolean' },
    },
  });
  const alreadyRuns = (pid: number): never => {
    throw new Error(`This checkout is already running, in process ${pid}.`);
  };
  const code = await withLock(`start-${checkoutId}`, alreadyRuns, () => run(values));
  process.exit(code);
} catch (error) {
  process.stderr.write(`${getMessage(error)}\n`);
  if (error instanceof TypeError) process.stderr.write(`\n${usages['scripts/start/start.ts']}`);
  process.exit(1);
}
