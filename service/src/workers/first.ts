import cluster, { type Worker } from 'node:cluster';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ServiceOptions } from '../options';
import { startService } from '../service';
import { createSocketCounts } from '../socketCount';
import type { Expense, Store } from '../stores/store';
import { within } from '../within';
import { answerMs, type Channel, openChannel } from './channel';
import { keepCounts, type Metric } from './counts';
import { createLender } from './lend';
import { type Post, postName } from './worker';

/** Delay before another attempt to start a worker. */
const againMs = 1_000;
/** Time for a worker to exit after the deadline of its running requests. */
const graceMs = 2_000;

type Workers = { url: string; stop: () => Promise<void> };

/**
 * The first of several processes: it counts credits, owns the IPFS blocks and the development node,
 * and starts the workers, which serve the port and forward what they cannot serve.
 */
export const startFirst = async (options: ServiceOptions, count: number): Promise<Workers> => {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-first-'));
  const firstAt = join(folder, 'socket');
  const workers = new Map<Worker, { channel: Channel; isReady: boolean }>();
  const counts = keepCounts<Worker>();
  const socketCountOf = createSocketCounts(options.limits.socketsPerKey);
  let counter: Store | undefined;
  let isStopping = false;
  const killAll = (): void => {
    for (const { process: child } of workers.keys()) child.kill('SIGKILL');
  };
  // A stuck worker does not notice that this process has ended.
  process.once('exit', () => {
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });
  const first = await startService(options, {
    listenAt: firstAt,
    wrapStore: (store) => {
      counter = store;
      return store;
    },
    otherMetrics: async () => {
      const ready = [...workers].filter(([, { isReady }]) => isReady);
      const asked = ready.map(async ([worker, { channel }]) => {
        const told = await channel.ask('metrics');
        if (workers.has(worker)) counts.hear(worker, told as Metric[]);
      });
      await within(answerMs, Promise.allSettled(asked), undefined);
      return counts.all();
    },
  });
  const store = counter as Store | undefined;
  if (store === undefined) throw new Error('The service has no store.');
  const lender = createLender(store, options.clock);
  const eth = options.eth.length > 0 ? options.eth : [first.ethUrl];
  const post: Post = { options: { ...options, eth }, firstAt, count };

  const startOne = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const worker = cluster.fork({ [postName]: JSON.stringify(post) });
      const socketCount = socketCountOf();
      const channel: Channel = openChannel(worker.process, {
        ...{ refund: store.refund, used: lender.used, giveBack: lender.giveBack },
        ...{ takeSocket: socketCount.take, giveSocket: socketCount.give },
        spend: (expense: Expense, wantsLoan: boolean) => lender.spend(channel, expense, wantsLoan),
        ready: async (url: string) => {
          workers.set(worker, { channel, isReady: true });
          resolve(url);
        },
      });
      workers.set(worker, { channel, isReady: false });
      worker.once('exit', () => {
        const wasReady = workers.get(worker)?.isReady;
        workers.delete(worker);
        counts.lose(worker);
        socketCount.giveAll();
        reject(new Error('A worker did not start.'));
        if (wasReady) void replaceOne();
      });
    });

  /** Retries, as a new worker may be killed, or find no node that answers. */
  const replaceOne = async (): Promise<void> => {
    while (!isStopping) {
      try {
        await startOne();
        return;
      } catch (error) {
        if (!isStopping) process.stderr.write(`${(error as Error).message}\n`);
        await setTimeout(againMs, undefined, { ref: false });
      }
    }
  };

  const stop = async (): Promise<void> => {
    isStopping = true;
    const ended = [...workers.keys()].map(
      (worker) => new Promise((resolve) => worker.once('exit', resolve)),
    );
    for (const [worker, { channel, isReady }] of workers) {
      const answer = channel.ask('stop').then(
        () => true,
        () => false,
      );
      // A worker that is not ready has no requests, and may not receive messages yet.
      const isHeard = isReady ? within(answerMs, answer, false) : Promise.resolve(false);
      void isHeard.then((heard) => heard || worker.process.kill('SIGKILL'));
    }
    await within(options.limits.stopMs + graceMs, Promise.all(ended), undefined);
    killAll();
    await Promise.all(ended);
    await first.stop();
  };

  try {
    const urls = await Promise.all(Array.from({ length: count }, startOne));
    return { url: urls[0] ?? '', stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
