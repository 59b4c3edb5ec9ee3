import { createSay } from '../../src/ui/text/words';
import { english } from './english';
import type { Catalogue, Label, TextName } from './texts';

/** Translates a text of the page; texts of others stay as they are. */
export type Draw = (label: Label) => string;

/** Longer than what nodes and wallets say; the module's dialogs cut earlier. */
const LIMIT = 10_000;

export function createDraw(texts: Catalogue): Draw {
  const draw = createSay<TextName>(texts);
  return (label) => (typeof label === 'string' ? label : draw(label, LIMIT));
}

/** For what others read: errors, JSON and copies. */
export const inEnglish: Draw = createDraw(english);
