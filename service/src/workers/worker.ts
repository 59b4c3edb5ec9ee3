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
 * Passed to each worker in its environment. Includes the options as the first process read them: a
 * file that held a URL may have changed or gone when a worker is restarted.
 */
export type Post = {
  options: Omit<ServiceOptions, 'clock' | 'log'>;
  firstAt: string;
  count: number;
};
export const postName = 'XNET_WORKER';

/** Limits of one worker: a share of the service's, but at least room for one whole batch. */
const shareOf = ({ limits }: ServiceOptions, count: number): ServiceOptions['limits'] => ({
  ...limits,
  connections: Math.ceil(limits.connections / count),
  keyBytes: Math.max(limits.batchBytes, Math.ceil(limits.keyBytes / count)),
  processBytes: Math.max(limits.batchBytes, Math.ceil(limits.processBytes / count)),
});

/** One of several processes that serve the same port. The first process tells it when to end. */
export const startWorker = async (): Promise<void> => {
  const { options: told, firstAt, count } = JSON.parse(process.env[postName] ?? '') as Post;
  const options = completeOptions(told);
  let service: Service | undefined;
  // Without the first process nobody counts credits. A killed one leaves its folder behind.
  cluster.worker?.once('disconnect', () => {
    rmSync(dirname(firstAt), { recursive: true, force: true });
    process.exit(1);
  });
  // A terminal sends these signals to all processes.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  const end = async (): Promise<void> => {
    await service?.stop();
    await borrower.giveAllBack();
  };
  const borrower = createBorrower((...question) => channel.ask(...question));
  const channel: Channel = openChannel(process, {
    ...borrower.answers,
    metrics: async () => service?.metrics(),
    // Acknowledges at once: a worker that does not answer is killed.
    stop: async () => void end().finally(() => process.exit()),
  });
  // The same keys and pins. The first process counts the credits of all workers; a database server
  // shared by instances counts them itself.
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
