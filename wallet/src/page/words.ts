import type { LanguageName } from '../../../src/schema/language';
import { de } from './words/de';
import { en, type Words } from './words/en';
import { es } from './words/es';

/** The page's texts in each language of the module. */
export const pageWords: Readonly<Record<LanguageName, Words>> = { en, de, es };
let spoken: Words = en;

/** The page's own texts in the current language. */
export const words = (): Words => spoken;

const isOurs = (language: string): language is LanguageName => Object.hasOwn(pageWords, language);

/** Selects the language of a locale such as `de-AT`; English if it is unknown. */
export function speak(locale: string): void {
  const [base = ''] = locale.split('-');
  const language = isOurs(base) ? base : 'en';
  spoken = pageWords[language];
  document.documentElement.lang = language;
}
