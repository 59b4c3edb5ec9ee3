import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openHost } from '../host';
import type { Options } from '../options';
import { buildPage } from '../page/pageFiles';
import { moduleId } from '../protocol/moduleId';
import { nodePlatform } from './nodePlatform';
import { createWalletServer } from './server';

/** Starts the wallet; it runs until the process receives a signal. */
export async function start(options: Options): Promise<{ url: string; moduleId: string }> {
  const token = randomBytes(32).toString('base64url');
  const [host, files] = await Promise.all([
    openHost(options, nodePlatform(options)),
    buildPage(token),
  ]);
  const server = createWalletServer({ host, files, token });
  const port = await listen(server, options);

  const stop = () => {
    server.close();
    // Worker threads end with the process; only pending writes have to be awaited.
    host
      .wallet()
      .then((wallet) => wallet.flushed())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return { url: new URL(`http://127.0.0.1:${port}`).origin, moduleId };
}

/** Listens on the loopback interface only; returns the port. */
async function listen(server: Server, { port, preferredPort }: Options): Promise<number> {
  const wantedPort = port === 0 ? preferredPort : port;
  try {
    server.listen(wantedPort, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    // The preferred port may be in use.
    if (port !== 0 || wantedPort === 0) throw error;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const address = server.address() as AddressInfo; // a TCP server that listens has one
  return address.port;
}
