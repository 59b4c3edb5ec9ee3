// biome-ignore-all lint/performance/noBarrelFile: see `vendor.ts`
// What a program in Node takes from the set's packages; see `vendor.ts`.
import { dirname } from 'node:path';

export { NodeThreadExecutionService } from '@metamask/snaps-controllers/node';

/** The vendor's program for a module's thread. */
export const threadProgram = require.resolve('@metamask/snaps-execution-environments/node-thread');

/** The folder with the vendor's page for a module's frame. */
export const environments = dirname(
  require.resolve('@metamask/snaps-execution-environments/package.json'),
);
