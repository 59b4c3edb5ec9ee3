import type * as words from '../../src/ui/text/words';
import type batteryTexts from '../locales/en/batteries.json';
import type failureTexts from '../locales/en/failures.json';
import type methodTexts from '../locales/en/methods.json';
import type pageTexts from '../locales/en/page.json';
import type pathTexts from '../locales/en/path.json';
import type scenarioTexts from '../locales/en/scenarios.json';
import type serviceTexts from '../locales/en/service.json';

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
export const say = (name: TextName, places?: Readonly<Record<string, Label>>): TextRef =>
  places ? { say: name, with: places } : { say: name };

/** The labels as alternatives: `a or b or c`. */
export const joinAlternatives = (labels: readonly Label[]): Label =>
  labels.reduce<Label>((one, other, at) => (at === 0 ? other : say('page.or', { one, other })), '');
