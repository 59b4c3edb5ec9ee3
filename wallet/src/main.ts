import { type Options, readOptions } from './options';
import { usage } from './usage.mjs';

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return String(error);
}

// The vendor's controllers log to the console; stdout is reserved for the ready line.
function report(...parts: unknown[]): void {
  const isRefusal = parts.some(
    (part) => part instanceof Error && 'code' in part && part.code === 4001,
  );
  if (!isRefusal) process.stderr.write(`wallet: ${parts.map(messageOf).join(' ')}\n`);
}

/** Loads what it needs late, so that a wrong command line fails at once. */
async function begin(options: Options): Promise<object> {
  const { extensionFolder } = options;
  if (extensionFolder === null) return (await import('./server/start')).start(options);
  const { buildExtension } = await import('./extension/buildExtension');
  await buildExtension(extensionFolder, options);
  return { folder: extensionFolder };
}

async function run(options: Options): Promise<void> {
  Object.assign(console, { log: report, info: report, debug: report, warn: report, error: report });
  // A module or controller that fails on its own must not end the wallet, as it ends no browser.
  process.on('unhandledRejection', report);
  // Without a reader, each report would fail and be reported again.
  process.stderr.on('error', () => process.exit(1));
  try {
    const host = await begin(options);
    // Streams of the vendor's fail outside any promise when two sites install at the same moment.
    process.on('uncaughtException', report);
    process.stdout.write(`${JSON.stringify({ ready: true, ...host })}\n`);
  } catch (error) {
    report(error);
    process.exit(1);
  }
}

const args = process.argv.slice(2);
try {
  if (args.includes('--help')) process.stdout.write(usage);
  else void run(readOptions(args));
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n\n${usage}`);
  process.exitCode = 2;
}
