import { createSay } from '../../src/ui/text/words';
import { english } from './english';
import { type Label, say, type TextName } from './texts';

/** Longer than what nodes and wallets say; the module's dialogs cut earlier. */
const LIMIT = 10_000;

const drawText = createSay<TextName>(english);

/** A text of the page in English; texts of others stay as they are. */
export const draw = (label: Label): string => {
  if (typeof label === 'string') return label;
  return drawText(label, LIMIT);
};

/** A text of the page by its name. */
export const text = (name: TextName, places?: Readonly<Record<string, Label>>): string =>
  draw(say(name, places));
