import { buildConnect } from './buildConnect';

try {
  await buildConnect();
  process.stdout.write('connect/dist is built.\n');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
