const escaped = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

const LETTER = /^\p{L}$/u;
/** Latin letters that are no ASCII letter with marks. */
const ownLetters = 'ßæÆøØœŒłŁđĐðÐþÞħĦŋŊŧŦẞ';
/** Letters that nobody takes for Latin ones; names of fields mix them with ASCII. */
const UNLIKE_LATIN = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;
/** Letters of other scripts that look like ASCII letters. */
const lookAlikes = new Set(
  'АВЕЅІЈКМНОРСТУХԚԜЗаеорсухіјѕһԁԛԝӏкгпΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχγωՕՏԼօոսցհյզԍꓐꓑꓓꓔꓖꓗꓙꓚꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳ',
);

function isLatin(letter: string): boolean {
  const [base = '', ...marks] = letter.normalize('NFD');
  return ownLetters.includes(letter) || (/[a-z]/iu.test(base) && marks.length > 0);
}

/**
 * A name as people can tell it from others: a letter or sign that could be taken for another one is
 * shown by its number, as \u{430} for a Cyrillic a. Two names are never shown alike.
 */
export function nameText(name: string): string {
  const characters = Array.from(name);
  const foreign = characters.filter((one) => LETTER.test(one) && one > '~' && !isLatin(one));
  const isDoubtful =
    name.normalize('NFC') !== name ||
    /[a-z]/iu.test(name) ||
    (foreign.length > 0 && foreign.every((one) => lookAlikes.has(one)));
  const isClear = (one: string) =>
    one <= '~' ||
    (LETTER.test(one) &&
      one.normalize('NFKC') === one &&
      (isLatin(one) || UNLIKE_LATIN.test(one) || !isDoubtful));
  return characters.map((one) => (isClear(one) ? one : escaped(one))).join('');
}

const PLAIN = /^[\p{L}0-9_]+$/u;
/** Anything but a single word stands in quotes, which no name contains. */
const quoted = (name: string): string => {
  if (PLAIN.test(name)) return nameText(name);
  return `“${nameText(name)}”`;
};

/** The path of a value in a message, as the dialog labels it; no other path reads alike. */
export const pathText = (path: readonly string[]): string => path.slice(1).map(quoted).join(' › ');
