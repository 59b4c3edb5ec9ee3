import type callTexts from '../../../locales/text/en/calls.json';
import type errorTexts from '../../../locales/text/en/errors.json';
import type feeTexts from '../../../locales/text/en/fees.json';
import type homeTexts from '../../../locales/text/en/home.json';
import type messageTexts from '../../../locales/text/en/message.json';
import type previewTexts from '../../../locales/text/en/preview.json';
import type reviewTexts from '../../../locales/text/en/review.json';
import type warningTexts from '../../../locales/text/en/warnings.json';
import { asciiText, formatAmount, safeText, sentenceText } from './format';

/** Names of the texts under locales/text; English has them all, and every language the same. */
export type TextName = keyof (typeof callTexts &
  typeof errorTexts &
  typeof feeTexts &
  typeof homeTexts &
  typeof messageTexts &
  typeof previewTexts &
  typeof reviewTexts &
  typeof warningTexts);

/**
 * A text of the module as data: which one, and what stands in its `{places}`. It is put into the
 * user's language when it is drawn, so flow and its tests know no language.
 */
export type Words = {
  readonly say: TextName;
  readonly with?: Readonly<Record<string, Label>>;
};

/** A text of the module, with what stands in its places. */
export const say = (name: TextName, places?: Words['with']): Words =>
  places ? { say: name, with: places } : { say: name };

/** An amount as data: it is rounded, and written as the user's language does, when it is drawn. */
export type Amount = {
  /** In units of the token, decimal and exact. */
  readonly amount: string;
  readonly symbol?: string;
  /** True for an amount that is drawn to its last digit. */
  readonly isExact?: boolean;
};

/** What the module says itself is words or an amount; what others say (names, values) is a string. */
export type Label = Words | Amount | string;

/** The texts of one language, by name. */
export type Texts = Readonly<Record<string, string>>;

/** Says a text of the module in the user's language; what others say it makes fit to be shown. */
export type Say = (label: Label, limit?: number) => string;
/** The same value as long as the language is the same; `asBefore`: without asking for it. */
export type Saying = (asBefore?: 'asBefore') => Promise<Say>;

/**
 * What stands where a text or the filling of a place is missing: better than nothing at all, and
 * the wallet of the tests draws no dialog that has it.
 */
const missing = (name: string) => `⟦${name}⟧`;

/** The greatest u256 with all its decimals is shorter. */
const AMOUNT_LIMIT = 100;
const SYMBOL_LIMIT = 16;
export const symbolText = (symbol: string): string => asciiText(symbol, SYMBOL_LIMIT);

/** `limit` is the longest that each string from outside may be. */
export function sayIn(texts: Texts): Say {
  const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
    Object.hasOwn(table, name) ? table[name] : undefined;
  const separators = {
    point: own(texts, 'review.point') ?? '.',
    thousands: own(texts, 'review.thousands') ?? ',',
  };
  const say: Say = (label, limit) => {
    if (typeof label === 'string') return safeText(label, limit);
    if ('amount' in label) {
      const { amount, symbol, isExact } = label;
      const shown = formatAmount(safeText(amount, AMOUNT_LIMIT), separators, isExact);
      return symbol === undefined ? shown : `${shown} ${symbolText(symbol)}`;
    }
    const text = own(texts, label.say) ?? missing(label.say);
    return text.replace(/\{(\w+)\}/gu, (_place, name: string) => {
      const filling = own(label.with ?? {}, name);
      if (filling === undefined) return missing(name);
      return typeof filling === 'string' ? sentenceText(filling, limit) : say(filling, limit);
    });
  };
  return say;
}
