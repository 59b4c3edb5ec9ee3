/**
 * Characters that are drawn alike, by the one that stands for them (a subset of the confusables of
 * Unicode Technical Standard 39 for names of tokens).
 */
const skeletons: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '|': 'l',
  '5': 's',
  $: 's',
  '3': 'e',
  '4': 'a',
  '8': 'b',
  '7': 't',
  а: 'a',
  в: 'b',
  с: 'c',
  е: 'e',
  н: 'h',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'l',
  ј: 'j',
  ԁ: 'd',
  һ: 'h',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'l',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ս: 'u',
  օ: 'o',
  '₮': 't',
  '€': 'e',
};

/** What a name looks like at a glance: case, marks, spaces and look-alike characters folded. */
const skeleton = (name: string): string =>
  Array.from(name.normalize('NFKD').toLowerCase())
    .map((character) => skeletons[character] ?? character)
    .join('')
    .replace(/rn/gu, 'm')
    .replace(/vv/gu, 'w')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** True for names that a person may take for one another, the equal ones included. */
export const looksAlike = (a: string, b: string): boolean => skeleton(a) === skeleton(b);
