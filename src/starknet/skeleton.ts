/**
 * Letters, each with characters that look like it (a subset of the confusables of Unicode Technical
 * Standard 39 for names). Capitals come first: many look unlike their own small letters.
 */
const lookAlikes = [
  ...Object.entries({
    a: 'ΑА',
    b: 'ΒВ',
    c: 'СϹ',
    d: 'Ԁ',
    e: 'ΕЕ',
    g: 'Ԍ',
    h: 'ΗНҺ',
    j: 'ЈͿ',
    k: 'ΚК',
    l: 'ΙІӀ',
    m: 'ΜМϺ',
    n: 'Ν',
    o: 'ΟОՕ',
    p: 'ΡР',
    q: 'Ԛ',
    s: 'ЅՏ',
    t: 'ΤТ',
    u: 'Ս',
    v: 'Ѵ',
    w: 'Ԝ',
    x: 'ΧХ',
    y: 'ΥУҮ',
    z: 'Ζ',
  }),
  ...Object.entries({
    a: '4аα',
    b: '8вβ',
    c: 'сϲ',
    d: 'ԁ',
    e: '3еε€',
    g: 'ԍց',
    h: 'нһ',
    j: 'јϳ',
    k: 'кκ',
    l: '1i|іιӏı',
    m: 'мϻ',
    n: 'ηո',
    o: '0оοσօ',
    p: 'рρ',
    q: 'ԛ',
    s: '5$ѕ',
    t: '7тτ₮',
    u: 'μυս',
    v: 'νѵ',
    w: 'ԝω',
    x: 'хχ',
    y: 'уү',
  }),
];
const letters = new Map(
  lookAlikes.flatMap(([letter, lookAlike]) =>
    Array.from(lookAlike, (one) => [one, letter] as const),
  ),
);

/** Visual form of a name: case, marks, spaces and look-alike characters are folded. */
export const skeleton = (name: string): string =>
  Array.from(name)
    // Before compatibility forms, which lead some look-alikes to another letter.
    .flatMap((one) => letters.get(one) ?? Array.from(one.normalize('NFKD')))
    .map((one) => letters.get(one) ?? letters.get(one.toLowerCase()) ?? one.toLowerCase())
    .join('')
    .replace(/rn/gu, 'm')
    .replace(/vv/gu, 'w')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The value of a decimal digit of any script: each has ten in a row, zero first. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** Marks that people write before a number: №, #, "No.", "Nr.", "nº". */
const NUMBER_SIGN =
  /(?:\u2116|#|(?<!\p{L})(?:numbers?|num|nro|no|nr|n)[.\u00ba\u00b0o]?)[\s.:_-]*(?=\d)/giu;
const INVISIBLE = /[\p{Cf}\p{Mn}\u115f\u1160\u3164\uffa0]/gu;

/** A name with its numbers as people read them: no script, no leading zeros, no sign before one. */
export const foldNumbers = (name: string): string =>
  name
    .replace(INVISIBLE, '')
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/\p{No}/gu, (one) => one.normalize('NFKD'))
    .replace(NUMBER_SIGN, '')
    .replace(/(?<!\p{L})[Oo\u039f\u03bf\u041e\u043e\u0555\u0585]+(?=\d)/gu, '')
    .replace(/(?<!\d)0+(?=\d)/gu, '');

/** True for names of people and accounts that read alike; of signs alone, only equal ones do. */
export const readsAlike = (a: string, b: string): boolean => {
  const [one, other] = [a, b].map((name) => skeleton(foldNumbers(name)));
  return a.trim() === b.trim() || (one !== '' && one === other);
};
