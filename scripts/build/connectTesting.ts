import { buildConnectTesting } from './buildConnect';

try {
  await buildConnectTesting();
  process.stdout.write('connect/testing/dist is built.\n');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
