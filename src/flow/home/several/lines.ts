import {
  enums,
  type Infer,
  literal,
  object,
  optional,
  string,
  tuple,
  union,
} from '@metamask/superstruct';

/** A payment as it was written: whom, as an address or a .stark name, and the text of an amount. */
const Payment = object({
  is: literal('payment'),
  /** The words that name the recipient. */
  recipientText: string(),
  to: string(),
  amount: string(),
});
type Payment = Omit<Infer<typeof Payment>, 'is'>;

/** A part of a pasted text that is no payment, or could be several. */
const Fault = object({
  is: enums(['glued', 'twoWays', 'nobody', 'noAmount', 'amount']),
  text: string(),
  /** Both readings of a text that has two. */
  readings: optional(tuple([string(), string()])),
});

export const Line = union([Payment, Fault]);
export type Line = Infer<typeof Line>;

/** How the two parts of a payment are recognized. */
export type LineReader = {
  /** Recipients that words name, as addresses or .stark names; none for other words. */
  recipientsOf(words: string): readonly string[];
  /** True for words that may be meant as an amount. */
  isAmount(words: string): boolean;
  /** The token's symbol, which may stand behind an amount. */
  readonly unit: string;
};

const SEPARATORS = /[\n\r\v\f\u0085\u2028\u2029;]+/u;
/** A number with a letter right behind it, as in 50x12: the amount may be 5 or 50. */
const NUMBER_AND_MORE = /^(?!0x)[\d.,'\u2019]*\d\p{L}/iu;
/** A name has 32 characters at most, and a number of 78 digits as many groups. */
const MOST_WORDS = 16;
const MOST_AMOUNT_WORDS = 30;

/**
 * Reads payments that a semicolon, a line's end, or the next recipient separates: fields of one line
 * lose the ends of pasted lines. A text that can be read in two ways is not read at all.
 */
export function readLines(text: string, reader: LineReader): Line[] {
  return text.split(SEPARATORS).flatMap((part) => {
    const words = part.split(/\s+/u).filter((word) => word !== '');
    if (words.length === 0) return [];
    return readPart(words, reader);
  });
}

function readPart(words: readonly string[], reader: LineReader): Line[] {
  const [payments, otherReading] = listReadings(words, reader);
  if (!payments) return [findFault(words, reader)];
  if (!otherReading) return payments.map((payment) => ({ is: 'payment', ...payment }));
  const readings: [string, string] = [spell(payments), spell(otherReading)];
  return [{ is: 'twoWays', text: words.join(' '), readings }];
}

/**
 * True for a word that may be the end of an amount and the beginning of the next recipient, with a
 * lost line's end between them.
 */
const isGlued = (word: string, { unit }: LineReader): boolean =>
  NUMBER_AND_MORE.test(word) ||
  (unit !== '' && word.length > unit.length && word.toLowerCase().startsWith(unit.toLowerCase()));

const spell = (payments: readonly Payment[]): string =>
  payments.map(({ recipientText, amount }) => `${recipientText}: ${amount}`).join('; ');

/** All that words can mean as payments one after another, but no more than two readings. */
function listReadings(
  words: readonly string[],
  reader: LineReader,
): readonly (readonly Payment[])[] {
  const readings: (readonly Payment[])[][] = words.map(() => []);
  readings.push([[]]);
  for (let from = words.length - 1; from >= 0; from -= 1) {
    const readingsHere = readings[from] ?? [];
    if (from > 0 && isGlued(words[from] ?? '', reader)) continue;
    for (
      let middle = from + 1;
      middle <= from + MOST_WORDS && readingsHere.length < 2;
      middle += 1
    ) {
      const recipientText = words.slice(from, middle).join(' ');
      const recipients = reader.recipientsOf(recipientText);
      if (recipients.length === 0) continue;
      for (let to = middle + 1; to <= middle + MOST_AMOUNT_WORDS; to += 1) {
        const readingsBehind = readings[to] ?? [];
        const amount = words.slice(middle, to).join(' ');
        if (readingsBehind.length === 0 || !reader.isAmount(amount)) continue;
        for (const recipient of recipients)
          for (const payments of readingsBehind)
            readingsHere.push([{ recipientText, to: recipient, amount }, ...payments]);
      }
    }
    readings[from] = readingsHere.slice(0, 2);
  }
  return readings[0] ?? [];
}

/** Names what is missing in words without a reading: the recipient, or the amount of the first one. */
function findFault(words: readonly string[], reader: LineReader): Line {
  const glued = words.slice(1).find((word) => isGlued(word, reader));
  if (glued !== undefined) return { is: 'glued', text: glued };
  for (let end = Math.min(words.length, MOST_WORDS); end > 0; end -= 1) {
    if (reader.recipientsOf(words.slice(0, end).join(' ')).length === 0) continue;
    if (end === words.length) return { is: 'noAmount', text: words.join(' ') };
    return { is: 'amount', text: words.slice(end).join(' ') };
  }
  return { is: 'nobody', text: words.join(' ') };
}
