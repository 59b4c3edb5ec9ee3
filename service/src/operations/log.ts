/** A key, in a path or by itself, and what an Authorization header says. */
const secrets = /(\/v3\/)(?!:key)[^\s"\\/?]+|\b[0-9a-f]{32}\b|(Basic +)[\w+/=-]+/gi;

/**
 * The log's stream. Own lines hold no key; those of the server's own parts may name a path, so each
 * line is looked through on its way out.
 */
export const logTo = (stream: {
  write: (line: string) => unknown;
}): { write: (line: string) => void } => ({
  write: (line) => {
    stream.write(line.replace(secrets, (_all, path = '', basic = '') => `${path}${basic}[hidden]`));
  },
});
