/** Number format of a language. */
export type Separators = { readonly point: string; readonly thousands: string };

/**
 * How an amount is written, by default rounded to the nearest. `held`: rounded down, so that all
 * that is shown can be sent. `exact`: to its last digit. `single`: the same, in a form that reads as
 * the same number in every language. `field`: the same, as one types it.
 */
export type AmountForm = 'near' | 'held' | 'exact' | 'single' | 'field';

/** Decimals that are always shown; with more of them, the total number of digits. */
const SHOWN = 6;
/** Minimum decimals of a rounded amount, and digits of one that begins with zeros. */
const LEAST = 2;
const DECIMAL = /^(\d+)(?:\.(\d+))?$/u;
/** No language writes it before decimals. */
const SPACE = ' ';

/** Number of decimals to show; undefined for all. */
function keptDecimals(whole: string, fraction: string): number | undefined {
  const zeros = /^0*/u.exec(fraction)?.[0].length ?? 0;
  const shownDecimals =
    BigInt(whole) === 0n ? Math.max(SHOWN, zeros + LEAST) : Math.max(LEAST, SHOWN - whole.length);
  if (fraction.length > Math.max(SHOWN, shownDecimals)) return shownDecimals;
  return undefined;
}

const trimmed = (fraction: string): string => fraction.replace(/0+$/u, '');

/** True if `writeAmount` omits decimals of an amount that it rounds. */
export function isRounded(decimal: string): boolean {
  const [, whole, fraction = ''] = DECIMAL.exec(decimal) ?? [];
  return whole !== undefined && keptDecimals(whole, trimmed(fraction)) !== undefined;
}

const join = (whole: string, fraction: string, { point, thousands }: Separators): string => {
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/gu, thousands);
  if (fraction === '') return grouped;
  return `${grouped}${point}${fraction}`;
};

/**
 * Writes a decimal text for the user's language, with "≈" if rounding changes it. Never shows a
 * nonzero amount as zero. `readAmount` reads what it wrote as the same number.
 */
export function writeAmount(
  decimal: string,
  separators: Separators,
  form: AmountForm = 'near',
): string {
  const [, whole, all = ''] = DECIMAL.exec(decimal) ?? [];
  if (whole === undefined) return decimal;
  const fraction = trimmed(all);
  if (form === 'exact') return join(whole, all, separators);
  if (form === 'field') return join(whole, fraction, { ...separators, thousands: '' });
  if (form === 'single') {
    // Three digits after a sign may be thousands elsewhere.
    const unmistaken = fraction.length === 3 ? `${fraction}0` : fraction;
    return join(whole, unmistaken, { ...separators, thousands: SPACE });
  }
  const decimals = keptDecimals(whole, fraction);
  if (decimals === undefined) return join(whole, fraction, separators);
  const up = form === 'near' && (fraction[decimals] ?? '0') >= '5' ? 1n : 0n;
  const digits = String(BigInt(whole + fraction.slice(0, decimals)) + up).padStart(
    decimals + 1,
    '0',
  );
  return `≈ ${join(digits.slice(0, -decimals), trimmed(digits.slice(-decimals)), separators)}`;
}

/** The signs before decimals that people write. */
const POINTS = ['.', ','];
const SPACES = /[ \u00a0\u2007-\u200a\u202f\u205f]+/gu;
const APOSTROPHES = /[\u2018\u2019\u02bc\u00b4`]/gu;
/** Signs between thousands that are never a point. */
const NEVER_POINTS = [' ', "'"];

const withPlainSigns = (text: string): string =>
  text.replace(SPACES, ' ').replace(APOSTROPHES, "'");

/** The decimal that a text is where these signs are used; undefined if it is none there. */
function readWith(text: string, point: string, groupers: readonly string[]): string | undefined {
  const [whole = '', fraction = '', ...excess] = text.split(point);
  if (excess.length > 0 || !/^\d{0,80}$/u.test(fraction)) return undefined;
  const isPlain = /^\d{0,80}$/u.test(whole) && whole + fraction !== '';
  const [, grouper] = /^(?!0+\D)\d{1,3}([^\d])\d{3}(?:\1\d{3}){0,24}$/u.exec(whole) ?? [];
  if (!isPlain && !groupers.includes(grouper ?? '')) return undefined;
  const ones = whole.replace(/\D/gu, '').replace(/^0+(?=\d)/u, '') || '0';
  const decimals = trimmed(fraction);
  if (decimals === '') return ones;
  return `${ones}.${decimals}`;
}

/** Reads a text as an amount, in the smallest unit. */
export type ReadAmount =
  | { readonly kind: 'none' }
  | { readonly kind: 'amount'; readonly amount: bigint }
  | { readonly kind: 'fault'; readonly fault: 'notNumber' | 'decimals' }
  /** Two languages read it as different numbers, which are decimals here, and the user's as none. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] };

/** Form of the text: the decimals and the name of its unit, and how the user's language writes. */
export type AmountReader = {
  readonly decimals: number;
  readonly unit: string;
  readonly separators: Separators;
};

/**
 * Reads a typed or pasted amount exactly: first as the user's language writes it, with its unit or
 * without, then as any other does, where only one number can be meant.
 */
export function readAmount(text: string, { decimals, unit, separators }: AmountReader): ReadAmount {
  const typed = withPlainSigns(text).trim();
  if (typed === '') return { kind: 'none' };
  const suffix = ` ${unit}`;
  // A name that begins with a digit would take part of the number.
  const isNamed = /^\p{L}/u.test(unit) && typed.endsWith(suffix);
  const number = (isNamed ? typed.slice(0, -suffix.length) : typed).replace(/^≈/u, '').trim();
  const [point, thousands] = [separators.point, separators.thousands].map(withPlainSigns);
  const localReading = readWith(number, point ?? '', [thousands ?? '', ...NEVER_POINTS]);
  const all = POINTS.map((point) => readWith(number, point, [...POINTS, ...NEVER_POINTS]));
  const [first, second] =
    localReading === undefined ? [...new Set(all)].filter(isRead) : [localReading];
  if (first === undefined) return { kind: 'fault', fault: 'notNumber' };
  if (second !== undefined) return { kind: 'ambiguous', readings: [first, second] };
  const [whole = '', fraction = ''] = first.split('.');
  if (fraction.length > decimals) return { kind: 'fault', fault: 'decimals' };
  return { kind: 'amount', amount: BigInt(whole + fraction.padEnd(decimals, '0')) };
}

const isRead = (decimal: string | undefined): decimal is string => decimal !== undefined;
