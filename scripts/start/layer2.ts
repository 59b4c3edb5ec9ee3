import { rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChainBuild } from '../../dapp/src/config';
import { getMessage } from '../failure';
import { root } from '../root';
import { say } from '../say';
import { findOrMakeDevnet } from '../setup/installDevnet.mjs';
import { findDevnet } from '../setup/machine.mjs';
import { checkoutFolder } from './checkout';
import { type LocalChain, startBlockProduction, startLocalChain } from './localChain';

/** How long a transaction stays pending on the local chain, so that a person can see it. */
const pendingMs = 4_000;

export type KeptChain = {
  url: string;
  /** The file in which the dapp finds how far the node is built; absent if there is a node. */
  buildFile: string | undefined;
  /** How far it is now. */
  build: () => ChainBuild;
  /** Resolves once the node runs, which may be long after the pages are open. */
  running: Promise<LocalChain>;
};

/** Resumes the chain's state, so that it matches what the wallet remembers. */
const start = async (port: number, log: string): Promise<LocalChain> => {
  const dumpPath = join(checkoutFolder(), 'chain.json');
  const options = { port, blocks: 'demand', dumpPath, log } as const;
  const chain = await startLocalChain(options).catch(async (error) => {
    const isKept = await stat(dumpPath).then(
      () => true,
      () => false,
    );
    if (!isKept) throw error;
    await rename(dumpPath, `${dumpPath}.unreadable`);
    say('The saved local chain could not be loaded; starting a new one.');
    return startLocalChain(options);
  });
  startBlockProduction(chain.url, pendingMs);
  return chain;
};

/** A file that another process reads at any moment. */
const replace = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
};

/** Builds the node while everything else starts, and then starts it where it is expected. */
const buildAndStart = async (
  port: number,
  log: string,
  note: (build: ChainBuild) => Promise<void>,
): Promise<LocalChain> => {
  try {
    await note(unknownBuild);
    await findOrMakeDevnet(root, {
      onProgress: (progress) => void note({ state: 'building', ...progress }),
    });
    const chain = await start(port, log);
    await note({ state: 'ready' });
    say(`The layer-2 node runs at ${chain.url}; the steps on the dapp's page go on.`);
    return chain;
  } catch (error) {
    const reason = getMessage(error);
    await note({ state: 'failed', reason });
    throw error;
  }
};

/** Before it is known whether the node can be downloaded. */
const unknownBuild: ChainBuild = { state: 'building', done: 0, total: 0 };

/**
 * Starts the local chain. If the node has to be built first, that takes minutes: its URL is known
 * at once, and the rest can run without it.
 */
export const startKeptChain = async (port: number, log: string): Promise<KeptChain> => {
  const url = `http://127.0.0.1:${port}/rpc`;
  if (findDevnet() !== undefined)
    return {
      url,
      buildFile: undefined,
      build: () => ({ state: 'ready' }),
      running: Promise.resolve(await start(port, log)),
    };
  const buildFile = join(checkoutFolder(), 'chain-build.json');
  let build: ChainBuild = unknownBuild;
  let writing = Promise.resolve();
  const note = (now: ChainBuild): Promise<void> => {
    build = now;
    writing = writing.then(() => replace(buildFile, JSON.stringify(now)));
    return writing;
  };
  return { url, buildFile, build: () => build, running: buildAndStart(port, log, note) };
};
