import cluster from 'node:cluster';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { completeOptions, type ServiceOptions } from '../options';
import { type Service, startService } from '../service';
import type { SocketCount } from '../socketCount';
import type { Store } from '../stores/store';
import { createBorrower } from './borrow';
import { type Channel, openChannel } from './channel';

/**
 * What the first process tells each worker in its environment. Its options among it, as it has read them:
 * a file that one came from may have another address, or be gone, when a worker is started again.
 */
export type Post = {
  options: Omit<ServiceOptions, 'clock' | 'log'>;
  firstAt: string;
  count: number;
};
export const postName = 'XNET_WORKER';

/** A part of what the whole service may hold, but room for one whole batch. */
const shareOf = ({ limits }: ServiceOptions, count: number): ServiceOptions['limits'] => ({
  ...limits,
  connections: Math.ceil(limits.connections / count),
  keyBytes: Math.max(limits.batchBytes, Math.ceil(limits.keyBytes / count)),
  processBytes: Math.max(limits.batchBytes, Math.ceil(limits.processBytes / count)),
});

/** One of several processes that answer on the same port. The first tells it when to end. */
export const startWorker = async (): Promise<void> => {
  const { options: told, firstAt, count } = JSON.parse(process.env[postName] ?? '') as Post;
  const options = completeOptions(told);
  let service: Service | undefined;
  // Without the first process there is nobody who counts. One that was killed leaves its folder.
  cluster.worker?.once('disconnect', () => {
    rmSync(dirname(firstAt), { recursive: true, force: true });
    process.exit(1);
  });
  // A terminal sends them to all processes.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  const end = async (): Promise<void> => {
    await service?.stop();
    await borrower.giveAllBack();
  };
  const borrower = createBorrower((...question) => channel.ask(...question));
  const channel: Channel = openChannel(process, {
    ...borrower.answers,
    metrics: async () => service?.metrics(),
    // Told at once that it was heard: who does not answer is killed.
    stop: async () => void end().finally(() => process.exit()),
  });
  // The same keys and pins; credits are counted by the first process, for all in one place. A server
  // that instances share counts by itself.
  const wrapStore = (store: Store): Store =>
    options.store === undefined ? { ...store, ...borrower.counting } : store;
  const limits = shareOf(options, count);
  try {
    const socketCount: SocketCount = {
      take: async (key) => (await channel.ask('takeSocket', key)) === true,
      give: async (key) => void (await channel.ask('giveSocket', key)),
    };
    service = await startService({ ...options, limits }, { firstAt, wrapStore, socketCount });
    await channel.ask('ready', service.url);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
};
