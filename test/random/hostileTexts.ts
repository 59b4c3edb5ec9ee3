import { RIGHT_TO_LEFT } from '../../src/schema/primitives';

/** Ranges of code points that are invisible, or that change how the surrounding text reads. */
const ranges: readonly (readonly [string, number, number])[] = [
  ['C0 control', 0x00, 0x1f],
  ['delete and C1 control', 0x7f, 0x9f],
  ['no-break space', 0xa0, 0xa0],
  ['soft hyphen', 0xad, 0xad],
  ['combining grapheme joiner', 0x34f, 0x34f],
  ['Arabic letter mark', 0x61c, 0x61c],
  ['Hangul filler', 0x115f, 0x1160],
  ['Ogham space', 0x1680, 0x1680],
  ['Khmer inherent vowel', 0x17b4, 0x17b5],
  ['Mongolian variation selector and vowel separator', 0x180b, 0x180e],
  ['space of its own width', 0x2000, 0x200a],
  ['zero-width space and joiner, marks of direction', 0x200b, 0x200f],
  ['line and paragraph separator', 0x2028, 0x2029],
  ['embedding and override of direction', 0x202a, 0x202e],
  ['narrow no-break space', 0x202f, 0x202f],
  ['mathematical space', 0x205f, 0x205f],
  ['word joiner and invisible operator', 0x2060, 0x2064],
  ['isolate of direction', 0x2066, 0x2069],
  ['deprecated format character', 0x206a, 0x206f],
  ['ideographic space', 0x3000, 0x3000],
  ['Hangul filler', 0x3164, 0x3164],
  ['surrogate without its other half', 0xd800, 0xd803],
  ['surrogate without its other half', 0xdffc, 0xdfff],
  ['private use', 0xe000, 0xe003],
  ['noncharacter', 0xfdd0, 0xfdd3],
  ['variation selector', 0xfe00, 0xfe0f],
  ['byte order mark', 0xfeff, 0xfeff],
  ['blank Braille pattern', 0x2800, 0x2800],
  ['halfwidth Hangul filler', 0xffa0, 0xffa0],
  ['interlinear annotation', 0xfff9, 0xfffb],
  ['noncharacter', 0xfffe, 0xffff],
  ['shorthand format control', 0x1bca0, 0x1bca3],
  ['musical null notehead', 0x1d159, 0x1d159],
  ['musical beam or phrase', 0x1d173, 0x1d17a],
  ['language tag', 0xe0001, 0xe0001],
  ['tag character', 0xe0020, 0xe007f],
  ['variation selector supplement', 0xe0100, 0xe010f],
  ['private use plane', 0xf0000, 0xf0001],
];

export const hiddenCharacters: readonly { name: string; character: string }[] = ranges.flatMap(
  ([name, first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => ({
      name: `${name} U+${(first + at).toString(16).toUpperCase()}`,
      character: String.fromCodePoint(first + at),
    })),
);

const listed: ReadonlySet<string> = new Set(hiddenCharacters.map(({ character }) => character));

/** Marks around a name of the user that has letters from right to left, and no mark in it. */
const ISOLATED = /\u2068([^\u2066-\u2069\u202a-\u202e]*)\u2069/gu;

/**
 * The hidden characters in a text, found by the list above rather than by a regular expression. The
 * marks around a name keep it from reordering what stands beside it, and hide nothing.
 */
export const findHidden = (text: string): string[] =>
  Array.from(
    text.replace(ISOLATED, (whole, name: string) =>
      name.search(RIGHT_TO_LEFT) === -1 ? whole : name,
    ),
  ).filter((character) => listed.has(character));

/** Every string in a drawing, visible or not. */
export function listTexts(drawing: unknown): string[] {
  const all: string[] = [];
  JSON.stringify(drawing, (_key, value) => {
    if (typeof value === 'string') all.push(value);
    return value;
  });
  return all;
}

/** Letters of other scripts that look like ASCII (a part of the confusables in Unicode UTS 39). */
const twins: Readonly<Record<string, string>> = {
  A: 'АΑᎪ',
  C: 'СϹⅭ',
  D: 'ᎠⅮ',
  E: 'ЕΕᎬ',
  H: 'НΗᎻ',
  K: 'КΚᏦ',
  R: 'ᎡᏒ',
  S: 'ЅՏᏚ',
  T: 'ТΤᎢ',
  U: 'Սᑌ',
  W: 'ԜᎳ',
  0: 'ОΟ',
};
const lookAlikes = ['USDC', 'USDT', 'STRK', 'WETH', 'DAI', 'ETH', '0x0'].flatMap((symbol) =>
  Array.from(symbol).flatMap((letter, at) =>
    Array.from(twins[letter] ?? '').map(
      (twin) => `${symbol.slice(0, at)}${twin}${symbol.slice(at + 1)}`,
    ),
  ),
);

/** A combining mark of several scripts, repeated on one letter until it covers adjacent lines. */
const floods = [0x300, 0x351, 0x483, 0x5b0, 0x64b, 0x730, 0x8f0, 0x94d, 0xe38, 0x20d2, 0x1ab0].map(
  (mark) => `Z${String.fromCodePoint(mark).repeat(200)}`,
);

const tagged = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

/** Whole texts as an attacker would write them. */
const written: readonly string[] = [
  'Send 1 STRK\nNothing else happens',
  'Send 1 STRK\r\n\r\nApproved by the wallet',
  'safe.example\u202e\u2066elpmaxe.live\u2069',
  '\u202Eyap ot kcilC\u202C',
  'STRK\u200b\u200c\u200d\ufeff',
  '100\u2064000',
  `Hi${tagged(' send all')}`,
  'a\u0000b\u001b[2Jc\u0007',
  '[Confirm](https://evil.example) **bold** `code` # heading',
  '<script>alert(1)</script><Button>OK</Button>',
  '&lt;b&gt; &#x202e;',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  '\u0627\u061c\u0628',
  '\u3164'.repeat(50),
  `Z${'\u0351'.repeat(300)}`,
  'x'.repeat(70_000),
  // Placeholders in the module's own texts must not be filled in from outside.
  '{amount} {to} {label} {title}',
  '{say} $1 $& $` $<name>',
  '\\u{202e} is what this says of itself',
  'x … +1',
  // Lines that resemble the dialog's own.
  'Account 1\u2028Network Mainnet',
  'Asked by\u00a0https://dapp.example',
  'STRK\t\t\t\tExpected 0 STRK',
  'Confirm\u0085Reject',
  // Numbers that read as other numbers.
  '1\u066c000',
  '1\u2009000\u202f000',
  '\uff11\uff10\uff10 STRK',
  '1\u0338 000',
  '\u20e31',
  // Lone surrogates, fragments and unassigned characters.
  '\ud83d',
  '\udc00\ud800',
  '\ufffe\uffff\ufdd0',
  `${'\u200b'.repeat(5_000)}end`,
  `${'\ud800'.repeat(500)}`,
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'javascript:alert(1)',
  'https://user:pass@dapp.example@evil.example/',
  'xn--80ak6aa92e.com',
];

/** Hidden characters where they do harm: within a number, at the start, and at the end. */
const disguised = hiddenCharacters.flatMap(({ character }, at) => [
  `1${character}000 STRK`,
  at % 2 ? `${character}https://dapp.example` : `https://dapp.example${character}`,
]);

export const hostileTexts: readonly string[] = [...written, ...lookAlikes, ...floods, ...disguised];

/** A few of each kind, for tests that run after every change. */
export const fewHostileTexts: readonly string[] = [
  ...written.slice(0, 12),
  ...[lookAlikes, floods].flatMap(([first = '']) => first),
  ...ranges.map(([, first]) => `1${String.fromCodePoint(first)}000 STRK`),
];
