import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Above are the ports that the system assigns: to servers on any port, and to connections. */
const [from, to] = [20_000, 32_768];

/**
 * A port on which nothing listens and that nobody else gets meanwhile: for a server whose port must
 * be known in advance, that restarts on the same port, or that does not exist at all.
 */
export const ownPort = async (): Promise<number> => {
  const server = createServer();
  const port = randomInt(from, to);
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return ownPort();
  }
  await once(server.close(), 'close');
  return port;
};
