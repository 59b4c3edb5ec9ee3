import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize, sep } from 'node:path';
import type { SnapId } from '@metamask/snaps-sdk';
import { buildModule } from '../../scripts/build/buildModule';
import { root } from '../../scripts/root';

/** Nothing listens there: a test that needs no node reaches none. */
const NOBODY = 'http://127.0.0.1:9/';

export type ServedModule = {
  /** What `installSnap` takes. */
  id: SnapId;
  bundleBytes: number;
  stop: () => Promise<void>;
};

/** Builds the module from the sources of today, unless that was done already, and serves it. */
export async function serveModule(): Promise<ServedModule> {
  const { out, bytes } = await buildModule({
    out: join(root, 'node_modules/.cache/xnet/simulation'),
    sepoliaUrls: [NOBODY],
    mainnetUrls: [NOBODY],
  });
  const server = createServer((request, response) => {
    const path = normalize(join(out, new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = path.startsWith(out + sep) ? readFile(path) : Promise.reject(new Error('outside'));
    file.then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  // A TCP server that listens has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    // The brand of the type is the SDK's own; any text of this form is one.
    id: `local:http://localhost:${port}` as SnapId,
    bundleBytes: bytes,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
