/** A key, in a path or by itself, and what an Authorization header says. */
const secrets = /(\/v3\/)(?!:key)[^\s"\\/?]+|\b[0-9a-f]{32}\b|(Basic +)[\w+/=-]+/gi;

/** Of lines that wait for who reads them: one that stands still must not fill the memory. */
const heldAtMost = 1024 * 1024;

/**
 * The log's stream. Own lines hold no key; those of the server's own parts may name a path, so each
 * line is looked through on its way out.
 */
export const logTo = (stream: {
  write: (line: string) => unknown;
  writableLength?: number;
}): { write: (line: string) => void } => {
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
      const hidden = line.replace(
        secrets,
        (_all, path = '', basic = '') => `${path}${basic}[hidden]`,
      );
      stream.write(hidden);
    },
  };
};
