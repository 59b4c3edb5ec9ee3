import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { drawingsIn } from '../drawn/drawings';
import { openPopup, type Popup, SCROLL_BAR, show } from '../drawn/popup';

let popup: Popup;
beforeAll(async () => {
  popup = await openPopup();
});
afterAll(() => popup?.browser.close());

/** The parts of a drawing that reach beyond the content or their button, at this width. */
const sticksOut = (width: number): Promise<string[]> =>
  popup.page.evaluate((wide) => {
    const [frame] = document.querySelectorAll<HTMLElement>('.popup');
    const [content] = document.querySelectorAll<HTMLElement>('.popup > .content');
    if (!frame || !content) return ['Nothing is drawn.'];
    frame.style.width = `${wide}px`;
    const { right } = content.getBoundingClientRect();
    const out = [
      ...content.querySelectorAll('p, h2, code, button, select, input, img, strong, span'),
    ]
      .filter((part) => part.getBoundingClientRect().right > right + 0.5)
      .map(
        (part) =>
          `${part.outerHTML.slice(0, 60)} at ${Math.round(part.getBoundingClientRect().right - right)}`,
      );
    const cut = [...frame.querySelectorAll<HTMLElement>('.footer > button')]
      .filter((button) => button.scrollWidth > button.clientWidth)
      .map((button) => `${button.textContent} in its button`);
    return [...(content.scrollWidth > content.clientWidth ? out : []), ...cut];
  }, width);

describe('every dialog and page, in a popup', () => {
  it.each(['en', 'de', 'es'])(
    'overflows nowhere at 320 and 360 pixels: %s',
    async (language) => {
      const faults: string[] = [];
      for (const drawing of await drawingsIn(language)) {
        await show(popup, drawing);
        for (const width of [320, 360])
          for (const part of await sticksOut(width - SCROLL_BAR))
            faults.push(`${drawing.name}, ${width}: ${part}`);
      }
      expect(faults).toEqual([]);
    },
    180_000,
  );
});
