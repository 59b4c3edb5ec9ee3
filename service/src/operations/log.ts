import { isNativeError } from 'node:util/types';

/** A key, in a path or by itself, and what an Authorization header says. */
const secrets = /(\/v3\/)(?!:key)[^\s"\\/?]+|\b[0-9a-f]{32}\b|(Basic +)[\w+/=-]+/gi;

/** Of lines that wait for who reads them: one that stands still must not fill the memory. */
const heldAtMost = 1024 * 1024;

const toldAtMost = 2_000;

/**
 * Of an error, and of those behind it, what says where it comes from. Whatever else is on it may be
 * what a node has sent, or all of a certificate.
 */
const tellError = ({ name: type, message, stack = '', code, cause }: NodeJS.ErrnoException) => ({
  ...{ type, code, cause: tellCause(cause) },
  ...{ message: message.slice(0, toldAtMost), stack: stack.slice(0, toldAtMost) },
});
const tellCause = (cause: unknown): object | undefined =>
  isNativeError(cause) ? tellError(cause) : undefined;
/** Of the names under which a line has an error. */
export const errorSerializers = { err: tellError, cause: tellCause };

const patternOf = (text: string): string =>
  JSON.stringify(text).slice(1, -1).replace(/[^\w]/g, '\\$&');

/**
 * The log's stream. Own lines hold no key; those of the server's own parts may name a path, so each
 * line is looked through on its way out.
 *
 * @param hidden further texts that stand in no line
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
