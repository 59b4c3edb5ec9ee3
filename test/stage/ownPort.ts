import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Above them are those that the system hands out: to whoever asks for any, and to each connection. */
const [from, to] = [20_000, 32_768];

/**
 * A port on which nobody listens, and which nobody else is given meanwhile: for a server that must be
 * known before it runs, that ends and begins again at its place, or that is not there at all.
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
