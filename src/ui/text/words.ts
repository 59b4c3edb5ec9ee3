import { ownEntry } from '@xnet/clients/schema/table';
import type callTexts from '../../../locales/text/en/calls.json';
import type errorTexts from '../../../locales/text/en/errors.json';
import type feeTexts from '../../../locales/text/en/fees.json';
import type homeTexts from '../../../locales/text/en/home.json';
import type messageTexts from '../../../locales/text/en/message.json';
import type previewTexts from '../../../locales/text/en/preview.json';
import type reviewTexts from '../../../locales/text/en/review.json';
import type warningTexts from '../../../locales/text/en/warnings.json';
import { RIGHT_TO_LEFT } from '../../schema/primitives';
import { type AmountForm, type Separators, writeAmount } from './amounts';
import { asciiText, isolatedText, safeText, sentenceText } from './format';

/** Names of the texts under locales/text; every language has the same ones. */
export type TextName = keyof (typeof callTexts &
  typeof errorTexts &
  typeof feeTexts &
  typeof homeTexts &
  typeof messageTexts &
  typeof previewTexts &
  typeof reviewTexts &
  typeof warningTexts);

/**
 * A text of the module as data: its name, and the values of its `{places}`. Drawing it translates
 * it, so flow and its tests need no language. The test dapp has names of its own.
 */
export type TextRef<Name extends string = TextName> = {
  readonly say: Name;
  readonly with?: Readonly<Record<string, Label<Name>>>;
};

/** A text of the module, with the values of its places. */
export const say = (name: TextName, places?: TextRef['with']): TextRef => {
  if (places) return { say: name, with: places };
  return { say: name };
};

/** An amount as data: drawing it rounds it and formats it for the user's language. */
export type Amount = {
  /** In units of the token, decimal and exact. */
  readonly amount: string;
  readonly symbol?: string;
  /** True for an amount that is shown to its last digit, whatever its form. */
  readonly isExact?: boolean;
  readonly form?: AmountForm;
};

/** A name that the user gave, in a script that is read from right to left. */
export type OwnName = { readonly ownName: string };

/** Names of strangers keep such letters out of sentences; those of the user are shown as written. */
export const ownName = (name: string): OwnName | string =>
  name.search(RIGHT_TO_LEFT) === -1 ? name : { ownName: name };

/**
 * The module's own texts are words or amounts; texts of others (names, values) are strings, and so
 * is what the user named, but for its letters' direction.
 */
export type Label<Name extends string = TextName> = TextRef<Name> | Amount | OwnName | string;

/** The texts of one language, by name. */
export type Texts = Readonly<Record<string, string>>;

/** Translates a text of the module to the user's language; makes texts of others safe to show. */
export type Say<Name extends string = TextName> = (label: Label<Name>, limit?: number) => string;
/** The same function while the language is unchanged; `cached`: without querying it. */
export type LoadTranslator = (choice?: { readonly cached: true }) => Promise<Say>;

/**
 * Placeholder for a missing text or value: better than nothing, and the tests' wallet rejects
 * dialogs that contain it.
 */
const missing = (name: string) => `⟦${name}⟧`;

/** Longer than the largest u256 with all its decimals. */
const AMOUNT_LIMIT = 100;
export const SYMBOL_LIMIT = 16;
export const symbolText = (symbol: string): string => asciiText(symbol, SYMBOL_LIMIT);

/** `limit` is the maximum length of each string from outside. */
export function createSay<Name extends string = TextName>(texts: Texts): Say<Name> {
  const separators = {
    point: ownEntry(texts, 'review.point') ?? '.',
    thousands: ownEntry(texts, 'review.thousands') ?? ',',
  };
  const say: Say<Name> = (label, limit) => {
    if (typeof label === 'string') return safeText(label, limit);
    if ('ownName' in label) return isolatedText(label.ownName, limit);
    if ('amount' in label) {
      const { amount, symbol, isExact, form } = label;
      const decimal = safeText(amount, AMOUNT_LIMIT);
      const amountText = writeAmount(decimal, separators, isExact ? 'exact' : form);
      if (symbol === undefined) return amountText;
      return `${amountText} ${symbolText(symbol)}`;
    }
    const text = ownEntry(texts, label.say) ?? missing(label.say);
    return text.replace(/\{(\w+)\}/gu, (_place, name: string) => {
      const filling = ownEntry(label.with ?? {}, name);
      if (filling === undefined) return missing(name);
      if (typeof filling === 'string') return sentenceText(filling, limit);
      return say(filling, limit);
    });
  };
  return say;
}

/** How the user's language writes numbers. */
export const readSeparators = (say: Say): Separators => ({
  point: say({ say: 'review.point' }),
  thousands: say({ say: 'review.thousands' }),
});
