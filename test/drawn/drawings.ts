import { mergeTexts } from '../../scripts/build/texts';
import { createSay } from '../../src/ui/text/words';
import { hostileDialogs } from '../review/hostileDialogs';
import { drawnPages } from '../review/hostilePages';
import { recordDialogs } from './dialogs';
import { recordPages } from './pages';
import type { Drawing } from './recorded';

/** What strangers write at its longest: one word, and many. */
const longTexts = ['W'.repeat(600), 'a longer text '.repeat(40)];

/** Every dialog and page of the module in a language, in every state. */
export async function listDrawings(language: string): Promise<Drawing[]> {
  const say = createSay(await mergeTexts(language));
  const filled = longTexts.flatMap((text, at): Drawing[] => [
    ...hostileDialogs(text, say).map((tree, index): Drawing => {
      const kind = tree.type === 'Container' ? 'dialog' : 'alert';
      return { name: `dialog ${index} full of long text ${at}`, kind, tree, isFilled: true };
    }),
    ...drawnPages(text, say).map((tree, index): Drawing => {
      const name = `page ${index} full of long text ${at}`;
      return { name, kind: 'page', tree, isFilled: true };
    }),
  ]);
  return [...(await recordDialogs(language)), ...(await recordPages(language)), ...filled];
}
