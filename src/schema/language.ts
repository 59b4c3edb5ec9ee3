import { enums } from '@metamask/superstruct';

/** The languages of the module's texts, which are in `locales/`, each by its own name. */
export const languageNames = { en: 'English', de: 'Deutsch', es: 'Español' } as const;

export type LanguageName = keyof typeof languageNames;
/** All of them. */
export const languages = Object.keys(languageNames) as LanguageName[]; // the keys are those of the type

/** A language, or that of the wallet. */
export const LanguageChoice = enums(['wallet', ...languages]);
