import type { Texts } from './words';

/** The language that has every text, and stands in where another one cannot be read. */
const FALLBACK = 'en';

/** The Spanish of Latin America, which writes 1,000.5 where that of Spain has 1.000,5 (CLDR). */
const POINTED = /^es[-_](?:419|mx)$/u;
const pointed: Texts = { 'review.point': '.', 'review.thousands': ',' };

/** Where texts come from: files of the module's own package, and the wish of the user. */
export type TextSource = {
  /** A file of the package. */
  readText(path: string): Promise<string>;
  /** The language that the user reads, such as `de` or `de-CH`. */
  language(): Promise<string>;
};

/**
 * The texts of the user's language; each language is read once in the life of the process.
 * @throws what `readText` throws where not even English can be read: no dialog is drawn then
 */
export function textsOf({ readText, language }: TextSource): () => Promise<Texts> {
  const known = new Map<string, Promise<Texts>>();
  const textsIn = (name: string): Promise<Texts> => {
    const texts =
      known.get(name) ??
      readText(`./static/text.${name}.json`).then((text): Texts => JSON.parse(text));
    known.set(name, texts);
    // What failed is tried again with the next dialog.
    texts.catch(() => known.delete(name));
    return texts;
  };
  const inLanguage = async (wished: string): Promise<Texts> => {
    const [name = FALLBACK] = wished.match(/^[a-z]{2,3}(?=$|[-_])/u) ?? [];
    const texts = await textsIn(name).catch((error) => {
      if (name === FALLBACK) throw error;
      return textsIn(FALLBACK);
    });
    return POINTED.test(wished) ? { ...texts, ...pointed } : texts;
  };
  return async () => {
    const wished = await language().catch(() => FALLBACK);
    return inLanguage(wished.toLowerCase());
  };
}
