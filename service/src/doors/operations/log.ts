import { isNativeError } from 'node:util/types';

/** API keys, in a path or alone, and credentials in an Authorization header. */
const secrets = /(\/v3\/)(?!:key)[^\s"\\/?]+|\b[0-9a-f]{32}\b|(Basic +)[\w+/=-]+/gi;

/** Limit of bytes waiting for the log's reader: a stuck reader must not fill the memory. */
const heldAtMost = 1024 * 1024;

const toldAtMost = 2_000;

const causesAtMost = 8;
type ErrorFields = { type: string; message: string; stack: string; code: unknown; cause: unknown };
/** Control and direction characters that affect terminals; JSON escapes the others. */
const unseen = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const patternOf = (text: string): string =>
  JSON.stringify(text).slice(1, -1).replace(/[^\w]/g, '\\$&');

/**
 * The log's stream, and how it serializes errors. Our own lines contain no key, but lines from the
 * server's libraries may contain a path, so every line is redacted before it is written.
 *
 * @param hidden further strings to redact
 */
export const createLogOutput = (
  stream: { write: (line: string) => unknown; writableLength?: number },
  hidden: readonly string[] = [],
) => {
  const all = new RegExp([secrets.source, ...hidden.map(patternOf)].join('|'), secrets.flags);
  const redact = (line: string): string =>
    line.replace(all, (_all, path = '', basic = '') => `${path}${basic}[hidden]`);
  /** A part of a secret would be none that is looked for. */
  const cut = (text: string): string => redact(text).slice(0, toldAtMost);

  /**
   * Tells where an error, and those behind it, come from. Its other members may be what a node has
   * sent, or all of a certificate.
   */
  const tellError = (error: NodeJS.ErrnoException, behind = 0): ErrorFields => {
    const { name: type, message, stack = '', code, cause } = error;
    const facts = { type, code, cause: tellCause(cause, behind + 1) };
    return { ...facts, message: cut(message), stack: cut(stack) };
  };
  const tellCause = (cause: unknown, behind: number): ErrorFields | undefined =>
    isNativeError(cause) && behind <= causesAtMost ? tellError(cause, behind) : undefined;

  let lost = 0;
  return {
    /** Serializers of the names under which a line has an error. */
    serializers: {
      err: (error: Error) => tellError(error),
      cause: (error: unknown) => tellCause(error, 0),
    },
    write: (line: string): void => {
      if ((stream.writableLength ?? 0) > heldAtMost) {
        lost += 1;
        return;
      }
      if (lost > 0) {
        const notice = {
          level: 40,
          time: Date.now(),
          lost,
          msg: 'nobody read the log: lines are lost',
        };
        stream.write(`${JSON.stringify(notice)}\n`);
        lost = 0;
      }
      stream.write(
        redact(line).replace(
          unseen,
          (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
      );
    },
  };
};
