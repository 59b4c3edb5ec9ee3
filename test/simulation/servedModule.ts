import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, normalize, sep } from 'node:path';
import type { SnapId } from '@metamask/snaps-sdk';
import { byNetwork } from '../../src/networks/networks';
import { addressedModule } from '../stage/addressedModule';

/** Nothing listens there: a test without a node reaches none. */
const NOBODY = 'http://127.0.0.1:9/';

export type ServedModule = {
  /** The id for `installSnap`. */
  id: SnapId;
  bundleBytes: number;
  stop: () => Promise<void>;
};

/** Serves the module built from the current sources. */
export async function serveModule(): Promise<ServedModule> {
  const { out, bytes } = await addressedModule({
    out: await mkdtemp(join(tmpdir(), 'xnet-served-')),
    endpoints: byNetwork(() => [NOBODY]),
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
  // A listening TCP server has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    // The type's brand is the SDK's own; any text of this form is valid.
    id: `local:http://localhost:${port}` as SnapId,
    bundleBytes: bytes,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await rm(out, { recursive: true });
    },
  };
}
