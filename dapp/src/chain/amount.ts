import {
  type AmountForm,
  isRounded,
  readAmount,
  type Separators,
  writeAmount,
} from '../../../src/ui/text/amounts';
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
 * Parses an amount that a person typed, such as `1.5`, into the token's smallest unit.
 * @throws an error with a sentence for the person who typed it
 */
export function parseAmount(text: string, decimals: number, language: string): bigint {
  const separators = marksOf(language);
  const read = readAmount(text, { decimals, unit: '', separators });
  if (read.kind === 'amount') return read.amount;
  if (read.kind === 'ambiguous') {
    const [one, other] = read.readings.map((decimal) => writeAmount(decimal, separators, 'single'));
    throw textError(
      say('failures.amount.ambiguous', { typed: text.trim(), one: one ?? '', other: other ?? '' }),
    );
  }
  if (read.kind === 'fault' && read.fault === 'decimals')
    throw textError(say('failures.amount.tooFine', { count: String(decimals) }));
  throw textError(say('failures.amount.notNumber', { example: `0${separators.point}5` }));
}

/** The exact amount in the form in which it is typed: `1234.5`. */
export const plainAmount = (amount: bigint, decimals: number, language: string): string =>
  write(amount, decimals, language, 'field');

export type ShownAmount = {
  /** Prefixed with `≈` if it is rounded. */
  readonly short: string;
  readonly exact: string;
  readonly isExact: boolean;
};

/** For display: with thousands separators, rounded like the module's dialogs. */
export const showAmount = (amount: bigint, decimals: number, language: string): ShownAmount => ({
  short: write(amount, decimals, language, 'near'),
  exact: write(amount, decimals, language, 'exact'),
  isExact: !isRounded(inDecimal(amount, decimals)),
});

const write = (amount: bigint, decimals: number, language: string, form: AmountForm): string =>
  writeAmount(inDecimal(amount, decimals), marksOf(language), form);

function inDecimal(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/u, '');
  if (fraction === '') return whole;
  return `${whole}.${fraction}`;
}
