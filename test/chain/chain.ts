import { type LocalChain, startLocalChain } from '../../scripts/start/localChain';
import { startProxy } from './proxy';

/** A local chain behind a proxy that refuses what the network's gateway refuses. */
export async function startChain(
  options?: Parameters<typeof startLocalChain>[0],
): Promise<LocalChain> {
  const chain = await startLocalChain(options);
  const proxy = await startProxy({ target: chain.url });
  return {
    url: proxy.url,
    exited: chain.exited,
    async stop() {
      await proxy.stop();
      await chain.stop();
    },
  };
}
