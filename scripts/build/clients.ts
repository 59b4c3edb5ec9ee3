import { buildClients } from './buildClients';

try {
  await buildClients();
  process.stdout.write('clients/dist is built.\n');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
