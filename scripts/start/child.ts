import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';

export type Child = {
  /** Resolves with the exit code, or null if the program could not be started. */
  exited: Promise<number | null>;
  /** True once it has exited. */
  hasEnded: () => boolean;
  /** The program's last output lines, for the error message when it fails. */
  tail: () => string;
  /** Ends it (by its signal, after five seconds by SIGKILL) and waits for its exit. */
  stop: () => Promise<void>;
};

/**
 * The shell runs the program and watches a pipe that only this process holds open. When it closes
 * (on request, or however this process died) the shell ends the program by its id.
 */
const guard = `
signal=$1
shift
exec 3<&0
"$@" </dev/null 3<&- &
program=$!
{ cat <&3; kill -"$signal" "$program"; sleep 5; kill -9 "$program"; } >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$program"
code=$?
kill "$watch" 2>/dev/null
exit $code
`;
const tailLines = 30;

/** Starts a program that ends with this process, however that ends. */
export const startChild = (options: {
  command: string;
  args: readonly string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Signal that asks the program to end; default: TERM. */
  signal?: 'TERM' | 'INT' | 'KILL';
  /** File that receives its output. */
  log?: string;
  /** Called with each line of its standard output. */
  onLine?: (line: string) => void;
}): Child => {
  const args = ['-c', guard, 'guard', options.signal ?? 'TERM', options.command, ...options.args];
  const child: ChildProcess = spawn('/bin/sh', args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Own process group: Ctrl-C reaches only this process, which then stops its children cleanly.
    detached: true,
  });
  const log = options.log === undefined ? undefined : createWriteStream(options.log);
  const lines: string[] = [];
  const keep = (line: string) => {
    lines.push(line);
    if (lines.length > tailLines) lines.shift();
    log?.write(`${line}\n`);
  };
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      keep(line);
      if (stream === child.stdout) options.onLine?.(line);
    });
  }
  // The pipe breaks if the program ends first.
  child.stdin?.on('error', () => undefined);

  let hasEnded = false;
  const exited = new Promise<number | null>((resolve) => {
    const end = (code: number | null) => {
      hasEnded = true;
      child.stdin?.destroy();
      log?.end();
      resolve(code);
    };
    child.on('error', () => end(null));
    child.on('exit', (code) => end(code));
  });

  return {
    exited,
    hasEnded: () => hasEnded,
    tail: () => lines.join('\n'),
    stop: async () => {
      child.stdin?.end();
      await exited;
    },
  };
};

/** Waits until an output line reports that the program is ready; `pick` extracts the result. */
export const startAndAwait = async <T>(
  options: Parameters<typeof startChild>[0] & { name: string; timeoutMs: number },
  pick: (line: string) => T | undefined,
): Promise<{ child: Child; ready: T }> => {
  let resolveFound: (value: T) => void = () => undefined;
  const line = new Promise<T>((resolve) => {
    resolveFound = resolve;
  });
  const child = startChild({
    ...options,
    onLine: (text) => {
      const value = pick(text);
      if (value !== undefined) resolveFound(value);
      options.onLine?.(text);
    },
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), options.timeoutMs);
  });
  try {
    const first = await Promise.race([
      line.then((ready) => ({ ready })),
      child.exited.then((code) => ({ code })),
      late,
    ]);
    if (first !== 'late' && 'ready' in first) return { child, ready: first.ready };
    const subject =
      first === 'late'
        ? `was not ready after ${options.timeoutMs / 1000} s`
        : `ended with code ${first.code}`;
    await child.stop();
    throw new Error(`${options.name} ${subject}.\n${child.tail()}`);
  } finally {
    clearTimeout(timer);
  }
};

/** Command-line options by name, without those that are not set or empty; `true` is a flag. */
export const listOptions = (
  options: Readonly<Record<string, string | number | boolean | undefined>>,
): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    if (!value) return [];
    if (value === true) return [`--${name}`];
    return [`--${name}`, String(value)];
  });
