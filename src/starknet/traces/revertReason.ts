import { parseText } from '../felt';

/** First felt of a panic with a ByteArray text (Cairo's core library, `BYTE_ARRAY_MAGIC`). */
const BYTE_ARRAY = 0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3n;

/** Wrappers that accounts and the system add to the reason of the contract that failed. */
const boilerplate = [
  /^(?:argent|braavos)\/multicall-failed$/u,
  /^multicall-failed$/u,
  /^ENTRYPOINT_FAILED$/u,
  /^Result::unwrap failed\.?$/u,
  /^Option::unwrap failed\.?$/u,
];
const isBoilerplate = (text: string): boolean => boilerplate.some((one) => one.test(text));

const PRINTABLE_LINE = /^[\x20-\x7e]+$/u;
const LONGEST_REVERT_REASON = 160;

/**
 * Why a transaction reverts, in a few words: the message of the contract that failed first, with
 * felts decoded as text. Without a message, the last line of the node's error.
 */
export function revertReason(response: string): string {
  const panics = panicsIn(response.slice(0, 100_000)).filter((text) => !isBoilerplate(text));
  const last = response.trim().split('\n').at(-1)?.trim() ?? '';
  const reason = [...new Set(panics)].join(', ') || cairo0Message(response) || last;
  if (reason.length > LONGEST_REVERT_REASON)
    return `${reason.slice(0, LONGEST_REVERT_REASON - 1)}…`;
  return reason;
}

/** The node's own text in one line, since displayed texts have no line breaks. */
export const inOneLine = (text: string): string => text.trim().replace(/\s*\n\s*/gu, ' ');

/** The texts of the last panic: felts with or without their text, and quoted texts. */
function panicsIn(reason: string): string[] {
  const start = Math.max(
    reason.lastIndexOf('Failure reason:'),
    reason.lastIndexOf('Execution failed.'),
  );
  if (start === -1) return [];
  const panic = reason.slice(start);
  const parts = panic.match(/"[^"\n]*"|0x[0-9a-f]{1,64}(?: \('[^'\n]*'\))?/giu) ?? [];
  const texts: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    if (part.startsWith('"')) {
      texts.push(part.slice(1, -1));
      continue;
    }
    const [felt = '0x0', text] = part.split(/ \('|'\)/u);
    if (BigInt(felt) === BYTE_ARRAY) {
      const felts = parts.slice(index + 1).map((quoted) => quoted.split(/[" ]/u)[0] ?? '');
      const length = byteArrayLength(felts);
      const text = parseText(felts.slice(0, length));
      if (text !== undefined) texts.push(text);
      index += length;
      continue;
    }
    texts.push(text ?? shortText(felt) ?? '');
  }
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/** Felts of a ByteArray: the count of full words, the words, the last bytes and their number. */
const byteArrayLength = ([count = '0x0']: readonly string[]): number =>
  Number(BigInt(count.startsWith('0x') ? count : '0x0')) + 3;

/** Decodes a felt as text if it has at least three letters; shorter ones are numbers. */
function shortText(felt: string): string | undefined {
  if (felt.length < 8) return undefined;
  const text = parseText([felt]);
  if (text !== undefined && PRINTABLE_LINE.test(text)) return text;
  return undefined;
}

/** The innermost message of a Cairo 0 contract, between its trace lines. */
const cairo0Message = (reason: string): string | undefined =>
  [...reason.slice(0, 100_000).matchAll(/^Error message: (.+)$/gmu)].at(-1)?.[1]?.trim();
