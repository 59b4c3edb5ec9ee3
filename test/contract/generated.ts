import type written from '../../openrpc.json';
import manifest from '../../package.json';
import { createOpenrpc } from '../../scripts/build/openrpc';
import { allMethods } from '../../src/rpc/allMethods';
import { starkNetAliases } from '../../src/rpc/starkNetAliases';

/**
 * The OpenRPC document of the code as it is now, as JSON. Rows of docs/understand/conformance.md are proven
 * against it, since the written one may be older than the code.
 */
export const openrpc: typeof written = JSON.parse(
  JSON.stringify(createOpenrpc(allMethods, starkNetAliases, manifest.version)),
);
