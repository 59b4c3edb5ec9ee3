import { RIGHT_TO_LEFT } from '../../schema/primitives';

/** `0x04718f5a…` in groups of four after 0x, so that two addresses can be compared by eye. */
export function groupHex(hex: string): string {
  const digits = hex.replace(/^0x/u, '');
  return ['0x', ...(digits.match(/.{1,4}/gu) ?? [])].join(' ');
}

/** The ends of a `groupHex` text, to refer to an address that is shown in full nearby. */
export const shortHex = (grouped: string, groupsAtEnds = 2): string => {
  const groups = grouped.split(' ');
  if (groups.length < 8) return grouped;
  const ends = [groups.slice(0, 1 + groupsAtEnds), ['…'], groups.slice(-groupsAtEnds)];
  return ends.flat().join(' ');
};

/** An address in a list, which opens to where it stands in full. */
export const listedHex = (address: string): string => shortHex(groupHex(address), 1);

/**
 * Code points that could change how the text around them reads: controls, format characters
 * (bidirectional marks, zero-width and tag characters), lone surrogates, private and unassigned
 * ones, line and paragraph separators, invisible fillers and blank signs, and every space except
 * the plain one.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?! )\p{Zs}/gu;

/** No script needs more marks than this; further ones would cover the lines around them. */
const MARK_FLOOD = /(?<=\p{M}{4})\p{M}/gu;

const escaped = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

const DEFAULT_LIMIT = 256;

/**
 * Makes text from a dapp, node or contract safe to show: one line, NFC, with hidden characters and
 * excess marks as \u{…}, and the length of what was cut off. The result contains no character of
 * HIDDEN, and is a fixed point of this function.
 */
export function safeText(text: string, limit: number = DEFAULT_LIMIT): string {
  const shown = text.normalize('NFC').replace(HIDDEN, escaped).replace(MARK_FLOOD, escaped);
  if (shown.length <= limit) return shown;
  const characters = Array.from(shown);
  const kept = characters.slice(0, limit).join('');
  const rest = characters.slice(limit).join('');
  if (rest === '' || /^ … \+\d{1,9}$/u.test(rest)) return shown;
  return `${kept} … +${characters.length - limit}`;
}

/**
 * Tokens' own names and symbols: only ASCII, so that no letter of another script imitates one. The
 * sign for omitted text stays.
 */
export const asciiText = (text: string, limit?: number): string =>
  safeText(text, limit).replace(/[^ -~…]/gu, escaped);

/**
 * A text for wallets that read Markdown in it: without what makes links, emphasis and code. An
 * underscore within a name is none of it.
 */
export const withoutMarkup = (text: string): string =>
  text.replace(/[\\`*~[\]<>#|]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '');

/** The same within a sentence of the module, which outside letters must not reorder. */
export const sentenceText = (text: string, limit?: number): string =>
  safeText(text, limit).replace(RIGHT_TO_LEFT, escaped);

/**
 * The same for names that the user gave: letters from right to left stay, between marks that keep
 * their direction from the text around it. No such mark within a name survives `safeText`.
 */
export function isolatedText(text: string, limit?: number): string {
  const name = safeText(text, limit);
  return name.search(RIGHT_TO_LEFT) === -1 ? name : `\u2068${name}\u2069`;
}

export const twoDigits = (number: number) => String(number).padStart(2, '0');

/** A time in the user's time zone, such as `2026-11-21 15:04`, unbroken; unix milliseconds. */
export function clockText(ms: number): string {
  const at = new Date(ms);
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join(
    '\u2011',
  );
  return `${day} ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}
