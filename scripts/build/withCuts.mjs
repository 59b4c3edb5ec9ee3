/**
 * @param {string} source
 * @param {readonly { start: number, end: number, text: string }[]} cuts none of which overlap
 * @returns {string} the source with the texts in place of what is cut
 */
export const withCuts = (source, cuts) =>
  [...cuts]
    .sort((a, b) => b.start - a.start)
    .reduce((left, { start, end, text }) => left.slice(0, start) + text + left.slice(end), source);
