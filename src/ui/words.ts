import type callTexts from '../../locales/text/en/calls.json';
import type feeTexts from '../../locales/text/en/fees.json';
import type homeTexts from '../../locales/text/en/home.json';
import type messageTexts from '../../locales/text/en/message.json';
import type previewTexts from '../../locales/text/en/preview.json';
import type reviewTexts from '../../locales/text/en/review.json';
import type warningTexts from '../../locales/text/en/warnings.json';

/** Names of the texts under locales/text; English has them all, and every language the same. */
export type TextName = keyof (typeof callTexts &
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
  readonly with?: Readonly<Record<string, string | Words>>;
};

/** The texts of one language, by name. */
export type Texts = Readonly<Record<string, string>>;
