import { mkdir, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildModule } from '../build/buildModule';
import { withLock } from '../setup/lock.mjs';
import { usages } from '../setup/usages.mjs';
import { checkoutFolder, checkoutId, choosePorts } from './checkout';
import { buildDapp, startDapp } from './dapp';
import { startEthereumNode } from './ethereumNode';
import { askChain, type LocalChain, makeBlocksFor, startLocalChain } from './localChain';
import { startNodeService } from './service';
import { startWallet } from './wallet';

const preferredPorts = { dapp: 3911, wallet: 3912, chain: 3913, service: 3914 };
/** How long a transaction stays pending on the local chain, so that a person can see it. */
const pendingMs = 4_000;
/** Initial blocks of the Ethereum chain: slightly more than the base-fee history holds. */
const ethereumBlocks = 600;
const ethereumBlockMs = 12_000;
const mainnet = '0x534e5f4d41494e';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The running parts, in the order in which they were started. */
type Part = {
  name: string;
  /** Absent if another part reports its exit. */
  exited?: Promise<number | null>;
  stop: () => Promise<void>;
  log: string;
};

type Layer2 = { url: string; isMainnet: boolean; hasFaucet: boolean };

const inspectNode = async (url: string): Promise<Layer2> => {
  const chainId = await askChain<string>(url, 'starknet_chainId').catch((error) => {
    throw new Error(`No Starknet node responds at --l2-url ${url}: ${reasonOf(error)}`);
  });
  const hasFaucet = await askChain(url, 'devnet_getConfig').then(
    () => true,
    () => false,
  );
  return { url, isMainnet: chainId === mainnet, hasFaucet };
};

/** Resumes the chain's state, so that it matches what the wallet remembers. */
const startKeptChain = async (port: number, log: string): Promise<LocalChain> => {
  const dumpPath = join(checkoutFolder(), 'chain.json');
  const options = { port, blocks: 'demand', dumpPath, log } as const;
  return startLocalChain(options).catch(async (error) => {
    const isKept = await stat(dumpPath).then(
      () => true,
      () => false,
    );
    if (!isKept) throw error;
    await rename(dumpPath, `${dumpPath}.unreadable`);
    say('The saved local chain could not be loaded; starting a new one.');
    return startLocalChain(options);
  });
};

const startAll = async (
  parts: Part[],
  options: {
    'l2-url'?: string | undefined;
    phrase?: string | undefined;
    'allow-mainnet'?: boolean | undefined;
    'no-dialog-limit'?: boolean | undefined;
  },
): Promise<string> => {
  const folder = checkoutFolder();
  const logs = join(folder, 'logs');
  await mkdir(logs, { recursive: true, mode: 0o700 });
  const ports = await choosePorts(preferredPorts);

  let layer2: Layer2;
  if (options['l2-url'] === undefined) {
    say('Starting the layer-2 node …');
    const log = join(logs, 'layer2.log');
    const chain = await startKeptChain(ports.chain, log);
    parts.push({ name: 'layer-2 node', log, exited: chain.exited, stop: chain.stop });
    makeBlocksFor(chain.url, pendingMs);
    layer2 = { url: chain.url, isMainnet: false, hasFaucet: true };
  } else {
    layer2 = await inspectNode(options['l2-url']);
  }

  say('Starting the node service and its Ethereum node …');
  const ethereum = await startEthereumNode({ blocks: ethereumBlocks, blockMs: ethereumBlockMs });
  const serviceLog = join(logs, 'service.log');
  parts.push({ name: 'Ethereum node', log: serviceLog, stop: ethereum.stop });
  const service = await startNodeService({
    data: join(folder, 'service'),
    ethUrl: ethereum.url,
    chains: '31337=Local Ethereum',
    port: ports.service,
    log: serviceLog,
  });
  parts.push({
    name: 'node service',
    log: serviceLog,
    exited: service.exited,
    stop: service.stop,
  });

  say('Building the module and the dapp (takes seconds; skipped if nothing has changed) …');
  const module = await buildModule({
    out: join(folder, 'module'),
    [layer2.isMainnet ? 'mainnetUrls' : 'sepoliaUrls']: [layer2.url],
    companionOrigins: [`http://127.0.0.1:${ports.dapp}`, `http://localhost:${ports.dapp}`],
  });
  await buildDapp();

  say('Starting the developer wallet and the dapp …');
  const walletLog = join(logs, 'wallet.log');
  const wallet = await startWallet({
    module: module.out,
    data: join(folder, 'wallet'),
    preferredPort: ports.wallet,
    log: walletLog,
    allowMainnet: options['allow-mainnet'] === true,
    dialogLimit: options['no-dialog-limit'] !== true,
    ...(layer2.hasFaucet ? { localChain: layer2.url } : {}),
    // The wallet runs in another working directory, so a relative path is resolved here.
    ...(options.phrase === undefined
      ? {}
      : { phrase: options.phrase.replace(/^@(.*)$/su, (_, file) => `@${resolve(file)}`) }),
  });
  parts.push({
    name: 'developer wallet',
    log: walletLog,
    exited: wallet.exited,
    stop: wallet.stop,
  });
  const dappLog = join(logs, 'dapp.log');
  const dapp = await startDapp({
    walletUrl: wallet.url,
    l2Url: layer2.hasFaucet ? layer2.url : undefined,
    service: {
      url: service.url,
      key: service.key,
      secret: service.secret,
      counter: ethereum.counter,
    },
    port: ports.dapp,
    log: dappLog,
  });
  parts.push({ name: 'dapp', log: dappLog, exited: dapp.exited, stop: dapp.stop });

  return `
Xnet is running.

  Open this page    ${dapp.url}   the test dapp; begin at "Start here"
  Developer wallet  ${wallet.url}   asks for your approval; keep it open next to the dapp
  Layer-2 node      ${layer2.url}
  Node service      ${service.url}   gas API, JSON-RPC and IPFS; the dapp has a page for each

  Logs              ${logs}
  Ctrl-C stops it; the wallet and the local chain are kept for the next start.
`;
};

const run = async (options: Parameters<typeof startAll>[1]): Promise<number> => {
  const parts: Part[] = [];
  const interrupted = new Promise<'interrupted'>((resolve) => {
    process.on('SIGINT', () => resolve('interrupted'));
    process.on('SIGTERM', () => resolve('interrupted'));
  });
  try {
    const started = await Promise.race([startAll(parts, options), interrupted]);
    if (started === 'interrupted') return 130;
    say(started);
    const ended = parts.flatMap((part) =>
      part.exited === undefined ? [] : [part.exited.then((code) => ({ part, code }))],
    );
    const first = await Promise.race([...ended, interrupted]);
    if (first === 'interrupted') return 0;
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
    },
  });
  const alreadyRuns = (pid: number): never => {
    throw new Error(`This checkout is already running, in process ${pid}.`);
  };
  const code = await withLock(`start-${checkoutId}`, alreadyRuns, () => run(values));
  process.exit(code);
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  if (error instanceof TypeError) process.stderr.write(`\n${usages['scripts/start/start.ts']}`);
  process.exit(1);
}
