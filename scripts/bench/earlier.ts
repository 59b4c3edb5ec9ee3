import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sepolia } from '../../src/networks/sepolia';
import { linkPackages } from '../linkPackages';
import { root } from '../root';
import { quartiles } from './median';
import { startRealWallet } from './realWallet';
import { createActions, saveAccount } from './walletCalls';

const runFile = promisify(execFile);
const git = async (...args: string[]): Promise<string> =>
  (await runFile('git', args, { cwd: root })).stdout.trim();

/** Requests that compute, read a node, or do both. */
const methods = ['xnet_signMessage', 'xnet_estimateFee', 'xnet_executeTxn'] as const;
type Method = (typeof methods)[number];
const sides = ['earlierBuild', 'thisBuild'] as const;
type Side = (typeof sides)[number];
/** Requests of each kind that a fresh process serves before one is measured. */
const WARM_UPS = 3;
const PAIRS = 12;
/** Before the first release: long enough for a change that nobody has noticed. */
const DAYS = 3;

/**
 * Milliseconds of a request in an earlier build and in this one, by turns: the median of the faster
 * half, since other work on the machine only adds time.
 */
type Step = { method: string; earlierMs: number; moduleMs: number };
export type Earlier = { commit: string; steps: Step[] };

/** The last release before this commit; before the first release, the last commit of three days ago. */
async function findEarlier(): Promise<string> {
  const release = await git('describe', '--tags', '--match=v*', '--abbrev=0', 'HEAD~1').catch(
    () => '',
  );
  if (release !== '') return release;
  const seconds = Number(await git('log', '-1', '--format=%ct')) - DAYS * 86_400;
  const commit = await git('rev-list', '-1', `--before=${seconds}`, 'HEAD');
  if (commit === '')
    throw new Error(
      `The history has no release and no commit of ${DAYS} days before: fetch more of it, or name a commit with --earlier.`,
    );
  return git('rev-parse', '--short', commit);
}

/** Builds the module of a commit in a folder, on the packages that are installed here. */
async function buildCommit(commit: string, folder: string, url: string): Promise<string> {
  const sources = join(folder, 'sources');
  await mkdir(sources, { recursive: true });
  const archive = join(folder, 'sources.tar');
  await git('archive', `--output=${archive}`, commit);
  await runFile('tar', ['-xf', archive, '-C', sources]);
  await linkPackages(join(root, 'node_modules'), join(sources, 'node_modules'));
  const out = join(folder, 'module');
  await runFile(process.execPath, ['--import', 'tsx', 'scripts/build/build.ts'], {
    cwd: sources,
    env: { ...process.env, XNET_OUT: out, [sepolia.endpointsVariable]: url },
  });
  return out;
}

/** Builds the module of an earlier commit, and measures it and this one by turns. */
export async function measureEarlier(
  chainUrl: string,
  nodeUrl: string,
  options: { commit: string | undefined; module: string; data: string; rounds: number },
): Promise<Earlier> {
  const { module, data, rounds } = options;
  const commit = options.commit ?? (await findEarlier());
  const builds = {
    earlierBuild: await buildCommit(commit, data, nodeUrl),
    thisBuild: module,
  };
  const open = async (name: Side, addressIndex: number) => {
    const folder = join(data, name);
    const saved = { module: builds[name], data: folder, records: 0, addressIndex };
    const actions = createActions(await saveAccount(chainUrl, saved));
    return async () => {
      const wallet = await startRealWallet(builds[name], folder);
      const measure = async (method: Method) => (await wallet.measure(method, actions[method])).ms;
      return { measure, stop: wallet.stop };
    };
  };
  const start = {
    earlierBuild: await open('earlierBuild', 21),
    thisBuild: await open('thisBuild', 22),
  };

  const times = methods.map((method) => ({
    method,
    earlierBuild: [] as number[],
    thisBuild: [] as number[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    const wallets = {
      earlierBuild: await start.earlierBuild(),
      thisBuild: await start.thisBuild(),
    };
    try {
      for (let pair = -WARM_UPS; pair < PAIRS; pair += 1)
        for (const { method, ...measured } of times)
          for (const side of pair % 2 === 0 ? sides : [...sides].reverse()) {
            const ms = await wallets[side].measure(method);
            if (pair >= 0) measured[side].push(ms);
          }
    } finally {
      for (const side of sides) await wallets[side].stop();
    }
  }
  const steps = times.map(({ method, earlierBuild, thisBuild }) => {
    const [[earlierMs], [moduleMs]] = [quartiles(earlierBuild), quartiles(thisBuild)];
    return { method, earlierMs, moduleMs };
  });
  return { commit, steps };
}
