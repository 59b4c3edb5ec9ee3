import type { Texts } from './words';

/** The language that has every text, and stands in where another one cannot be read. */
const FALLBACK = 'en';

/** The Spanish of Latin America, which writes 1,000.5 where that of Spain has 1.000,5 (CLDR). */
const POINTED = /^es[-_](?:419|mx)$/u;
const pointed: Texts = { 'review.point': '.', 'review.thousands': ',' };

/** Where texts come from: files of the module's own package, and the wish of the user. */
export type TextSource = {
  /** A file of the package. */
  readText(name: string): Promise<string>;
  /** The language that the user reads, such as `de` or `de-CH`. */
  language(): Promise<string>;
};

/** `asBefore`: in the language of the last time, where there was one, without asking for it. */
export type TextsOfUser = (asBefore?: 'asBefore') => Promise<Texts>;

/**
 * The texts of the user's language, the same value as long as that is the same; each language is
 * read once in the life of the process.
 * @throws what `readText` throws where not even English can be read: no dialog is drawn then
 */
export function textsOf({ readText, language }: TextSource): TextsOfUser {
  const known = new Map<string, Promise<Texts>>();
  const textsIn = (name: string, own?: Texts): Promise<Texts> => {
    const key = own ? `${name}.` : name;
    const texts =
      known.get(key) ??
      readText(`text.${name}.json`).then((text): Texts => ({ ...JSON.parse(text), ...own }));
    known.set(key, texts);
    // What failed is tried again with the next dialog.
    texts.catch(() => known.delete(key));
    return texts;
  };
  let wish: Promise<string> | undefined;
  return async (asBefore) => {
    if (!asBefore || !wish)
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
