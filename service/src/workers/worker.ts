import cluster from 'node:cluster';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ServiceOptions } from '../options';
import { type Service, startService } from '../service';
import type { Store } from '../stores/store';
import { createBorrower } from './borrow';
import { type Channel, openChannel } from './channel';

/** What the first process tells each worker in its environment. */
export type Post = { eth: readonly string[]; firstAt: string; count: number };
export const postName = 'XNET_WORKER';

/** A part of what the whole service may hold, but room for one whole batch. */
const shareOf = ({ limits }: ServiceOptions, count: number): ServiceOptions['limits'] => ({
  ...limits,
  connections: Math.ceil(limits.connections / count),
  socketsPerKey: Math.ceil(limits.socketsPerKey / count),
  keyBytes: Math.max(limits.batchBytes, Math.ceil(limits.keyBytes / count)),
  processBytes: Math.max(limits.batchBytes, Math.ceil(limits.processBytes / count)),
});

/** One of several processes that answer on the same port. The first tells it when to end. */
export const startWorker = async (options: ServiceOptions): Promise<void> => {
  const { eth, firstAt, count } = JSON.parse(process.env[postName] ?? '') as Post;
  let service: Service | undefined;
  // Without the first process there is nobody who counts. One that was killed leaves its folder.
  cluster.worker?.once('disconnect', () => {
    rmSync(dirname(firstAt), { recursive: true, force: true });
    process.exit(1);
  });
  // A terminal sends them to all processes.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  const borrower = createBorrower((...question) => channel.ask(...question));
  const channel: Channel = openChannel(process, {
    ...borrower.answers,
    metrics: async () => service?.metrics(),
    stop: async () => {
      await service?.stop();
      await borrower.giveAllBack();
      process.exit();
    },
  });
  // The same keys and pins; credits are counted by the first process, for all in one place. A server
  // that instances share counts by itself.
  const wrapStore = (store: Store): Store =>
    options.store === undefined ? { ...store, ...borrower.counting } : store;
  const limits = shareOf(options, count);
  try {
    service = await startService({ ...options, eth, limits }, { firstAt, wrapStore });
    await channel.ask('ready', service.url);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
};
