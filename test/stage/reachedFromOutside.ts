import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';

const isReached = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    }).once('error', () => resolve(false));
  });

/** The addresses other than loopback at which a port of this machine accepts connections. */
export async function reachedFromOutside(url: string): Promise<string[]> {
  const port = Number(new URL(url).port);
  if (!(await isReached(port, '127.0.0.1'))) throw new Error(`Nothing listens at ${url}.`);
  const addresses = Object.values(networkInterfaces()).flatMap((some = []) => some);
  const others = addresses.filter(({ internal, scopeid }) => !internal && !scopeid);
  const reached = await Promise.all(others.map(({ address }) => isReached(port, address)));
  return others.flatMap(({ address }, index) => (reached[index] ? [address] : []));
}
