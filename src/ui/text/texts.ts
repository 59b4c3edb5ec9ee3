import type { Texts } from './words';

/** The language that has every text, used if another one cannot be read. */
const FALLBACK = 'en';

/** Latin American Spanish, which writes 1,000.5 where Spain writes 1.000,5 (CLDR). */
const POINTED = /^es[-_](?:419|mx)$/u;
const pointed: Texts = { 'review.point': '.', 'review.thousands': ',' };

/** Source of texts: files of the module's own package, and the user's language. */
export type TextSource = {
  /** A file of the package. */
  readText(name: string): Promise<string>;
  /** The user's language, such as `de` or `de-CH`. */
  language(): Promise<string>;
};

/** `cached`: uses the last language, if any, without querying it. */
export type TextsOfUser = (choice?: { readonly cached: true }) => Promise<Texts>;

/**
 * The texts of the user's language, the same object while that is unchanged; reads each language
 * once per process.
 * @throws what `readText` throws if not even English is readable: no dialog is drawn then
 */
export function createTexts({ readText, language }: TextSource): TextsOfUser {
  const textsByName = new Map<string, Promise<Texts>>();
  const textsIn = (name: string, ownTexts?: Texts): Promise<Texts> => {
    const key = ownTexts ? `${name}.` : name;
    const texts =
      textsByName.get(key) ??
      readText(`text.${name}.json`).then((text): Texts => ({ ...JSON.parse(text), ...ownTexts }));
    textsByName.set(key, texts);
    // The next dialog tries again after a failure.
    texts.catch(() => textsByName.delete(key));
    return texts;
  };
  let wish: Promise<string> | undefined;
  return async (choice) => {
    if (!choice?.cached || !wish)
      wish = language().catch(() => {
        wish = undefined;
        return FALLBACK;
      });
    const wished = (await wish).toLowerCase();
    const [name = FALLBACK] = wished.match(/^[a-z]{2,3}(?=$|[-_])/u) ?? [];
    return textsIn(name, POINTED.test(wished) ? pointed : undefined).catch((error) => {
      if (name === FALLBACK) throw error;
      return textsIn(FALLBACK);
    });
  };
}
