import { buildSite } from './buildSite';

try {
  await buildSite();
  process.stdout.write('docs/site/dist is built.\n');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
