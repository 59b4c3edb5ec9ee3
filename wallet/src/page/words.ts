import { de } from './words/de';
import { en, type Words } from './words/en';
import { es } from './words/es';

const languages: Readonly<Record<string, Words>> = { en, de, es };
let spoken: Words = en;

/** The page's own texts in the current language. */
export const words = (): Words => spoken;

/** Selects the language of a locale such as `de-AT`; English if it is unknown. */
export function speak(locale: string): void {
  const [language = ''] = locale.split('-');
  spoken = languages[language] ?? en;
  document.documentElement.lang = language in languages ? language : 'en';
}
