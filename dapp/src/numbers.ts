const FALLBACK = 'en';

/**
 * A locale that `Intl` takes: browsers report `C` where the system has no language, and wallets
 * write `pt_BR`.
 */
export function readLocale(reported: string | undefined): string {
  try {
    const [locale = FALLBACK] = Intl.getCanonicalLocales(reported?.replaceAll('_', '-'));
    return locale;
  } catch {
    return FALLBACK;
  }
}

/** The locale of numbers: the browser's. */
export const numberLocale = readLocale(globalThis.navigator?.language);

export const formatCount = (count: number | bigint): string => count.toLocaleString(numberLocale);

/** Seconds with one decimal. */
export const formatSeconds = (seconds: number): string =>
  seconds.toLocaleString(numberLocale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  });
