import { isNativeError } from 'node:util/types';

/** API keys, in a path or alone, and credentials in an Authorization header. */
const secrets = /(\/v3\/)(?!:key)[^\s"\\/?]+|\b[0-9a-f]{32}\b|(Basic +)[\w+/=-]+/gi;

/** Limit of bytes waiting for the log's reader: a stuck reader must not fill the memory. */
const heldAtMost = 1024 * 1024;

const toldAtMost = 2_000;

/**
 * Logs only these fields of an error and its causes. Others may contain a node's response or a
 * whole certificate.
 */
const tellError = ({ name: type, message, stack = '', code, cause }: NodeJS.ErrnoException) => ({
  ...{ type, code, cause: tellCause(cause) },
  ...{ message: message.slice(0, toldAtMost), stack: stack.slice(0, toldAtMost) },
});
const tellCause = (cause: unknown): object | undefined =>
  isNativeError(cause) ? tellError(cause) : undefined;
/** Keys under which a log line may hold an error. */
export const errorSerializers = { err: tellError, cause: tellCause };

const patternOf = (text: string): string =>
  JSON.stringify(text).slice(1, -1).replace(/[^\w]/g, '\\$&');

/**
 * The log's stream. Our own lines contain no key, but lines from the server's libraries may contain
 * a path, so every line is redacted before it is written.
 *
 * @param hidden further strings to redact
 */
export const logTo = (
  stream: { write: (line: string) => unknown; writableLength?: number },
  hidden: readonly string[] = [],
): { write: (line: string) => void } => {
  const all = new RegExp([secrets.source, ...hidden.map(patternOf)].join('|'), secrets.flags);
  let lost = 0;
  return {
    write: (line) => {
      if ((stream.writableLength ?? 0) > heldAtMost) {
        lost += 1;
        return;
      }
      if (lost > 0) {
        const told = {
          level: 40,
          time: Date.now(),
          lost,
          msg: 'nobody read the log: lines are lost',
        };
        stream.write(`${JSON.stringify(told)}\n`);
        lost = 0;
      }
      stream.write(line.replace(all, (_all, path = '', basic = '') => `${path}${basic}[hidden]`));
    },
  };
};
