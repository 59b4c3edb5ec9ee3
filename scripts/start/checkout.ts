import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root } from '../root';
import { cacheFolder } from '../setup/machine.mjs';

/** Identifies this checkout among others on the machine. */
export const checkoutId = createHash('sha256').update(root).digest('hex').slice(0, 16);

/** Folder of what outlives a start of this checkout: wallet, chain, ports, logs. */
export const checkoutFolder = (): string => join(cacheFolder(), 'checkouts', checkoutId);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

const anyFree = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });

/**
 * A free loopback port for each name: the preferred one, else that of the last start, else any. So
 * a second checkout keeps its ports, and with them its built module and the dapp's origin.
 */
export const choosePorts = async <Name extends string>(
  preferred: Record<Name, number>,
): Promise<Record<Name, number>> => {
  const file = join(checkoutFolder(), 'ports.json');
  const last = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Partial<Record<Name, number>>,
    () => ({}) as Partial<Record<Name, number>>,
  );
  const chosen = { ...preferred };
  for (const name of Object.keys(preferred) as Name[]) {
    const remembered = last[name];
    if (await isFree(preferred[name])) continue;
    chosen[name] =
      remembered !== undefined && (await isFree(remembered)) ? remembered : await anyFree();
  }
  await mkdir(checkoutFolder(), { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify({ ...last, ...chosen }));
  return chosen;
};
