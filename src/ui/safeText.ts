/**
 * Code points that could change how the text around them reads: controls, format characters (the
 * bidirectional marks, zero-width and tag characters), lone surrogates, private and unassigned
 * ones, line and paragraph separators, invisible fillers, and every space but the plain one.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

const escaped = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

const DEFAULT_LIMIT = 256;

/**
 * Text that a dapp, a node or a contract chose, made fit to be shown: one line, NFC, every hidden
 * character visible as \u{…}, and what was cut off told by its length. The result holds no
 * character of HIDDEN.
 */
export function safeText(text: string, limit: number = DEFAULT_LIMIT): string {
  const characters = Array.from(text.normalize('NFC'));
  const shown = characters.slice(0, limit).join('').replace(HIDDEN, escaped);
  const rest = characters.length - limit;
  return rest > 0 ? `${shown} … +${rest} characters` : shown;
}
