import { type LanguageName, languageNames } from '../../src/schema/language';
import { createDraw, type Draw, inEnglish } from './draw';
import { english } from './english';
import { createStore } from './store';
import type { Catalogue } from './texts';

type Spoken = {
  readonly language: LanguageName;
  /** The locale of numbers: the browser's, unless another language was chosen. */
  readonly numbers: string;
  readonly texts: Catalogue;
  readonly draw: Draw;
};

const FALLBACK = 'en';
const key = 'xnet.dapp.language';

const browsers: string = globalThis.navigator?.language ?? FALLBACK;
const baseOf = (locale: string): string => locale.toLowerCase().split(/[-_]/u)[0] ?? '';
const isOurs = (language: string): language is LanguageName =>
  Object.hasOwn(languageNames, language);

/** The language that the page speaks now. */
export const spoken = createStore<Spoken>({
  language: FALLBACK,
  numbers: browsers,
  texts: english,
  draw: inEnglish,
});

/** Only English comes with the page; another language is read when it is spoken. */
const load: { readonly [language in LanguageName]: () => Promise<Catalogue> } = {
  en: async () => english,
  de: async () => (await import('./german')).german,
  es: async () => (await import('./spanish')).spanish,
};

async function speak(language: LanguageName, numbers: string): Promise<void> {
  const texts = await load[language]();
  spoken.set({ language, numbers, texts, draw: createDraw(texts) });
}

/** The language that was chosen here, else the first of the browser's that the page has, else English. */
export function findLanguage(kept: string | null, wished: readonly string[]): LanguageName {
  const known = [kept ?? '', ...wished.map(baseOf)].find(isOurs);
  return known ?? FALLBACK;
}

/** The locale of numbers: a chosen language has its own, unless the browser's is a form of it. */
export const findNumbers = (kept: string | null, browser: string): string =>
  kept !== null && isOurs(kept) && baseOf(browser) !== kept ? kept : browser;

/** The page's storage, which may refuse already when it is named. */
type Device = { readonly localStorage: Pick<Storage, 'getItem' | 'setItem'> };

function recall(device: Device): string | null {
  try {
    return device.localStorage.getItem(key);
  } catch {
    // Storage may be refused by the browser.
    return null;
  }
}

/** Speaks the language of this person. Never rejects: English if another cannot be read. */
export async function startSpeaking(device: Device): Promise<void> {
  const kept = recall(device);
  const wished = globalThis.navigator?.languages ?? [];
  await speak(findLanguage(kept, wished), findNumbers(kept, browsers)).catch(() => undefined);
}

/** Speaks another language from now on, on this device. Never rejects. */
export async function chooseLanguage(device: Device, language: LanguageName): Promise<void> {
  try {
    device.localStorage.setItem(key, language);
  } catch {
    // The page speaks it all the same, until it is loaded again.
  }
  await speak(language, findNumbers(language, browsers)).catch(() => undefined);
}

export const formatCount = (count: number | bigint): string =>
  count.toLocaleString(spoken.get().numbers);

/** Seconds with one decimal. */
export const formatSeconds = (seconds: number): string =>
  seconds.toLocaleString(spoken.get().numbers, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  });
