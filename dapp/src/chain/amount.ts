/** FRI is the fee unit: 10^-18 STRK. */
export const strkDecimals = 18;

/** Digits that are told of an amount unless more stand before the decimal mark. */
const shownDigits = 6;
const fewestDecimals = 2;

/** What a language puts before the fraction: `1.5` or `1,5`. */
const decimalMark = (language: string): '.' | ',' => {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
};

/**
 * Reads an amount that a person typed, such as `1.5`, in the token's smallest unit. Nothing is
 * guessed: one point or comma that is not the decimal mark of the language may be meant as one.
 * @throws RangeError with a sentence for the person who typed it
 */
export function parseAmount(text: string, decimals: number, language: string): bigint {
  const typed = text.trim();
  const mark = decimalMark(language);
  const other = mark === '.' ? ',' : '.';
  if (new RegExp(`^\\d*[${other}]\\d*$`, 'u').test(typed) && typed !== other)
    throw new RangeError(
      `“${typed}” can be read in two ways. Write ${typed.replace(other, mark)} or ${typed.replace(other, '')}.`,
    );
  const plain = isGrouped(typed, mark, other)
    ? typed.replace(new RegExp(`[^\\d${mark}]`, 'gu'), '')
    : typed;
  const [whole = '', fraction = '', ...more] = plain.split(mark);
  if (more.length > 0 || !/^\d+$/u.test(whole + fraction))
    throw new RangeError(`Enter an amount as a number, such as 0${mark}5.`);
  if (fraction.length > decimals)
    throw new RangeError(`At most ${decimals} digits can follow the decimal mark.`);
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** Thousands set apart, by one and the same sign all through: `1,234,567.5`, `1 234`, `1’234`. */
const isGrouped = (text: string, mark: string, other: string): boolean =>
  new RegExp(
    `^\\d{1,3}([${other}\\u0020\\u00a0\\u202f'’])\\d{3}(?:\\1\\d{3})*(?:[${mark}]\\d*)?$`,
    'u',
  ).test(text);

/** The exact amount, as it can be typed: `1234.5`. */
export function plainAmount(amount: bigint, decimals: number, language: string): string {
  const { whole, fraction } = digitsOf(amount, decimals);
  return fraction === '' ? whole : `${whole}${decimalMark(language)}${fraction}`;
}

export type ShownAmount = {
  /** With `≈` before it where it is rounded. */
  readonly short: string;
  readonly exact: string;
  readonly isExact: boolean;
};

/** For reading: thousands set apart, and six digits where a person needs no more. */
export function showAmount(amount: bigint, decimals: number, language: string): ShownAmount {
  const rounded = round(amount, decimals);
  const exact = grouped(amount, decimals, language);
  const isExact = rounded === amount;
  return { short: isExact ? exact : `≈ ${grouped(rounded, decimals, language)}`, exact, isExact };
}

/** Rounds half up, and never to nothing: the first digits that are not zero stay. */
function round(amount: bigint, decimals: number): bigint {
  const { length } = amount.toString();
  const wholeDigits = Math.max(0, length - decimals);
  const kept =
    wholeDigits === 0 ? shownDigits : Math.max(shownDigits, wholeDigits + fewestDecimals);
  if (length <= kept) return amount;
  const unit = 10n ** BigInt(length - kept);
  return ((amount + unit / 2n) / unit) * unit;
}

function grouped(amount: bigint, decimals: number, language: string): string {
  const { whole, fraction } = digitsOf(amount, decimals);
  const head = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).format(BigInt(whole));
  return fraction === '' ? head : `${head}${decimalMark(language)}${fraction}`;
}

function digitsOf(amount: bigint, decimals: number): { whole: string; fraction: string } {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return { whole, fraction: digits.slice(digits.length - decimals).replace(/0+$/u, '') };
}
