import { fail } from '../../errors';

/**
 * Options open to callers. The others of a node access files on its machine, its name list, or its
 * limits.
 */
const options = new Set([
  'arg',
  'encoding',
  'data-encoding',
  'stream-channels',
  'timeout',
  'progress',
  'stream',
  'offset',
  'length',
  'output',
  'archive',
  'compress',
  'compression-level',
  'only-hash',
  'wrap-with-directory',
  'chunker',
  'raw-leaves',
  'cid-version',
  'hash',
  'pin',
  'inline',
  'inline-limit',
  'trickle',
  'quiet',
  'quieter',
  'cid-codec',
  'format',
  'mhtype',
  'mhlen',
  'input-codec',
  'store-codec',
  'output-codec',
  'pin-roots',
  'stats',
  'recursive',
  'type',
  'unpin',
  'names',
  'offline',
]);

/** Options that libraries add for themselves; nodes ignore them. */
const ofLibraries = new Set([
  'file-import-concurrency',
  'input-enc',
  'path',
  'paths',
  'preload',
  'version',
]);

const trueTexts = ['', '1', 't', 'T', 'true', 'TRUE', 'True'];
const off = ['0', 'f', 'F', 'false', 'FALSE', 'False'];

/**
 * Removes options that callers may not set. A flag that is off is harmless: some libraries send
 * every flag they know.
 *
 * @throws `forbidden` for an option reserved for the operator
 */
export const checkOptions = (query: URLSearchParams): void => {
  for (const [name, value] of [...query]) {
    if (options.has(name)) continue;
    if (!off.includes(value) && !ofLibraries.has(name)) {
      fail('forbidden', `The option "${name.slice(0, 50)}" is not for callers.`);
    }
    query.delete(name);
  }
};

/** The longest time for which a node may be silent. */
export const answerMs = 60_000;
const unitMs = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Drops a time that is longer than the service itself waits. @throws `malformed` for no time */
export const limitTime = (query: URLSearchParams): void => {
  for (const text of query.getAll('timeout')) {
    const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/gy)];
    if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) {
      fail('malformed', 'The option "timeout" is a time, such as 30s.');
    }
    const ms = parts.reduce(
      (sum, [, number, unit]) => sum + Number(number) * unitMs[unit as 's'],
      0,
    );
    if (ms > answerMs) query.delete('timeout');
  }
};

/** Parses a flag as a node does. @throws `malformed` if a node could parse it differently */
export const readFlag = (query: URLSearchParams, name: string, otherwise: boolean): boolean => {
  const [text, ...duplicates] = query.getAll(name);
  if (text === undefined) return otherwise;
  if (duplicates.length > 0 || ![...trueTexts, ...off].includes(text)) {
    fail('malformed', `The option "${name}" is true or false, once.`);
  }
  return trueTexts.includes(text);
};
