/** Phrases that developer tools ship with; anybody can sign with their keys. */
export const knownPhrases = [
  'test test test test test test test test test test test junk',
  'test test test test test test test test test test test ball',
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
] as const;

/** The phrase with one space between its words, in lower case. */
export const normalizePhrase = (phrase: string): string =>
  phrase.trim().toLowerCase().split(/\s+/u).join(' ');
