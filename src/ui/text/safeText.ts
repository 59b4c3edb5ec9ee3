import { RIGHT_TO_LEFT } from '../../schema/rightToLeft';

/**
 * Code points that could change how the text around them reads: controls, format characters (the
 * bidirectional marks, zero-width and tag characters), lone surrogates, private and unassigned
 * ones, line and paragraph separators, invisible fillers and blank signs, and every space but the
 * plain one.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?! )\p{Zs}/gu;

/** Letters of all scripts do with so many marks; more pile up over the lines around them. */
const MARK_FLOOD = /(?<=\p{M}{4})\p{M}/gu;

const escaped = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

const DEFAULT_LIMIT = 256;

/**
 * Text that a dapp, a node or a contract chose, made fit to be shown: one line, NFC, every hidden
 * character and every mark too many visible as \u{…}, and what was cut off told by its length. The
 * result holds no character of HIDDEN, and stays the same when it is made fit again.
 */
export function safeText(text: string, limit: number = DEFAULT_LIMIT): string {
  const shown = text.normalize('NFC').replace(HIDDEN, escaped).replace(MARK_FLOOD, escaped);
  if (shown.length <= limit) return shown;
  const characters = Array.from(shown);
  const kept = characters.slice(0, limit).join('');
  const rest = characters.slice(limit).join('');
  if (rest === '' || /^ … \+\d{1,9} characters$/u.test(rest)) return shown;
  return `${kept} … +${characters.length - limit} characters`;
}

/**
 * Names and symbols that tokens give themselves: ASCII alone, so that no letter of another script
 * passes for one of them. The sign for what was left out stays.
 */
export const asciiText = (text: string, limit?: number): string =>
  safeText(text, limit).replace(/[^ -~…]/gu, escaped);

/** The same within a sentence of the module, which no letter from outside may turn round. */
export const sentenceText = (text: string, limit?: number): string =>
  safeText(text, limit).replace(RIGHT_TO_LEFT, escaped);
