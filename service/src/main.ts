#!/usr/bin/env node
import { backupCommand } from './backupCommand';
import { getMessage } from './errors';
import { keysCommand } from './keysCommand';
import { readOptions } from './readOptions';
import { startService } from './service';
import { usage } from './usage.mjs';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const signals = ['SIGINT', 'SIGTERM'] as const;
const hardEndMs = 5_000;
/** Time to write the last log lines, as their reader may be stuck. */
const logMs = 1_000;

const endNow = (): void => process.exit(1);

const serve = async (args: readonly string[]): Promise<void> => {
  const options = readOptions(args);
  // The listeners stay: one that is removed takes along a signal that has come and was not read yet.
  let end: () => void = endNow;
  for (const signal of signals) process.on(signal, () => end());
  const service = await startService(options);
  end = (): void => {
    end = endNow;
    // Forces the exit if something still runs after the deadline.
    setTimeout(endNow, options.limits.stopMs + hardEndMs).unref();
    service
      .stop()
      .catch((error: Error) => {
        process.stderr.write(`${error.message}\n`);
        process.exitCode = 1;
      })
      .finally(() => setTimeout(() => process.exit(), logMs).unref());
  };
  const { url, operationsUrl: operations } = service;
  say(JSON.stringify({ ready: true, url, operations }));
};

// The data contains keys: only this user may read it, even in a folder that others may enter.
process.umask(0o077);
// A log that can no longer be written (full disk, reader gone) must not end the service.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const args = process.argv.slice(2);
const [command, ...commandArgs] = args;
try {
  if (command === 'keys') await keysCommand(commandArgs, say);
  else if (command === 'backup') await backupCommand(commandArgs, say);
  else if (command === 'help' || args.includes('--help') || args.includes('-h')) say(usage);
  else await serve(args);
} catch (error) {
  process.stderr.write(`${getMessage(error) ?? String(error)}\n`);
  process.exitCode = 1;
}
