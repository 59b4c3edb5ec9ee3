/**
 * @param {string} source
 * @param {readonly { start: number, end: number, text: string }[]} cuts must not overlap
 * @returns {string} the source with each cut replaced by its text
 */
export const withCuts = (source, cuts) =>
  [...cuts]
    .sort((a, b) => b.start - a.start)
    .reduce((left, { start, end, text }) => left.slice(0, start) + text + left.slice(end), source);
