import type * as words from '../../src/ui/text/words';
import type batteryTexts from '../texts/batteries.json';
import type failureTexts from '../texts/failures.json';
import type methodTexts from '../texts/methods.json';
import type pageTexts from '../texts/page.json';
import type pathTexts from '../texts/path.json';
import type scenarioTexts from '../texts/scenarios.json';
import type serviceTexts from '../texts/service.json';

/** Names of the texts under dapp/locales; every language has the same ones. */
export type TextName = keyof (typeof batteryTexts &
  typeof failureTexts &
  typeof methodTexts &
  typeof pageTexts &
  typeof pathTexts &
  typeof scenarioTexts &
  typeof serviceTexts);

/** The texts of one language, by name. */
export type Catalogue = Readonly<Record<TextName, string>>;

/** A text of this page as data, as the module has its own: drawing it translates it. */
export type TextRef = words.TextRef<TextName>;

/** The page's own texts are references; texts of others (names, values) are strings. */
export type Label = TextRef | string;

/** A text of the page, with the values of its places. */
export const say = (name: TextName, places?: Readonly<Record<string, Label>>): TextRef => {
  if (places) return { say: name, with: places };
  return { say: name };
};

/** The labels as alternatives: `a or b or c`. */
export const joinAlternatives = (labels: readonly Label[]): Label =>
  labels.reduce<Label>(
    (one, second, index) => (index === 0 ? second : say('page.or', { one, other: second })),
    '',
  );
