import { formatAmount, isRounded, type Separators } from '../../../src/ui/text/format';
import { say } from '../texts';
import { textError } from '../wallet/failure';

/** FRI is the fee unit: 10^-18 STRK. */
export const strkDecimals = 18;

/** Decimal mark and thousands separator of a language: `1,234.5` or `1.234,5`. */
function marksOf(language: string): Separators {
  const format = new Intl.NumberFormat(language, { numberingSystem: 'latn' });
  const parts = format.formatToParts(1_234_567.5);
  const signOf = (name: string) => parts.find(({ type }) => type === name)?.value;
  return { point: signOf('decimal') === ',' ? ',' : '.', thousands: signOf('group') ?? '' };
}

/**
 * Parses an amount that a person typed, such as `1.5`, into the token's smallest unit. Refuses a
 * lone point or comma that is not the language's decimal mark, as it may be meant as one.
 * @throws an error with a sentence for the person who typed it
 */
export function parseAmount(text: string, decimals: number, language: string): bigint {
  const typed = text.trim();
  const { point: mark } = marksOf(language);
  const other = mark === '.' ? ',' : '.';
  if (new RegExp(`^\\d*[${other}]\\d*$`, 'u').test(typed) && typed !== other)
    throw textError(
      say('failures.amount.ambiguous', {
        typed,
        one: typed.replace(other, mark),
        other: typed.replace(other, ''),
      }),
    );
  const plain = isGrouped(typed, mark, other)
    ? typed.replace(new RegExp(`[^\\d${mark}]`, 'gu'), '')
    : typed;
  const [whole = '', fraction = '', ...more] = plain.split(mark);
  if (more.length > 0 || !/^\d+$/u.test(whole + fraction))
    throw textError(say('failures.amount.notNumber', { example: `0${mark}5` }));
  if (fraction.length > decimals)
    throw textError(say('failures.amount.tooFine', { count: String(decimals) }));
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** Groups of three digits with the same separator throughout: `1,234,567.5`, `1 234`, `1’234`. */
const isGrouped = (text: string, mark: string, other: string): boolean =>
  new RegExp(
    `^\\d{1,3}([${other}\\u0020\\u00a0\\u202f'’])\\d{3}(?:\\1\\d{3})*(?:[${mark}]\\d*)?$`,
    'u',
  ).test(text);

/** The exact amount in the form in which it is typed: `1234.5`. */
export function plainAmount(amount: bigint, decimals: number, language: string): string {
  const { whole, fraction } = digitsOf(amount, decimals);
  return fraction === '' ? whole : `${whole}${marksOf(language).point}${fraction}`;
}

export type ShownAmount = {
  /** Prefixed with `≈` if it is rounded. */
  readonly short: string;
  readonly exact: string;
  readonly isExact: boolean;
};

/** For display: with thousands separators, rounded like the module's dialogs. */
export function showAmount(amount: bigint, decimals: number, language: string): ShownAmount {
  const { whole, fraction } = digitsOf(amount, decimals);
  const exact = fraction === '' ? whole : `${whole}.${fraction}`;
  const marks = marksOf(language);
  return {
    short: formatAmount(exact, marks),
    exact: formatAmount(exact, marks, true),
    isExact: !isRounded(exact),
  };
}

function digitsOf(amount: bigint, decimals: number): { whole: string; fraction: string } {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return { whole, fraction: digits.slice(digits.length - decimals).replace(/0+$/u, '') };
}
