import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { root } from '../../scripts/root';
import { readStyle } from '../../wallet/src/page/pageFiles';
import { launchBrowser } from '../stage/launchBrowser';
import type { Drawing } from './recorded';

/** Where users' browsers draw a bar to scroll, it takes this much of the width. */
export const SCROLL_BAR = 15;

/** A window in which every drawing looks as in the developer wallet's popup. */
export async function openPopup(): Promise<Popup> {
  const [style, { outputFiles }, browser] = await Promise.all([
    readStyle(join(root, 'wallet/src/page')),
    build({
      entryPoints: [join(root, 'test/drawn/browserPage.ts')],
      bundle: true,
      write: false,
      format: 'iife',
      target: 'es2022',
      logLevel: 'silent',
    }),
    launchBrowser(),
  ]);
  const page = await browser.newPage({ viewport: { width: 400, height: 600 } });
  await page.setContent(`<style>${style}</style><body style="padding: 0"></body>`);
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  return { browser, page };
}

export type Popup = { browser: Browser; page: Page };

export const show = ({ page }: Popup, drawing: Drawing): Promise<void> =>
  // As text: the types of a drawing nest without an end.
  page.evaluate((text) => {
    (globalThis as never as { show(drawn: unknown): void }).show(JSON.parse(text));
  }, JSON.stringify(drawing));

/**
 * The parts of a drawing that reach beyond the content or their button, and the labels that touch
 * their value, at this width.
 */
export const findOverflow = (page: Page, width: number): Promise<string[]> =>
  page.evaluate((wide) => {
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
      .filter(
        (button) =>
          button.scrollWidth > button.clientWidth || button.scrollHeight > button.clientHeight,
      )
      .map((button) => `${button.textContent} in its button`);
    const lines = content.querySelectorAll('.row, .box.horizontal.space-between');
    const touching = [...lines].flatMap((line) => {
      const [label, value] = [...line.children].map((part) => {
        const text = document.createRange();
        text.selectNodeContents(part);
        return text.getBoundingClientRect();
      });
      const isBeside = label && value && value.top < label.bottom && value.bottom > label.top;
      const isApart = !isBeside || value.left - label.right > 4;
      return isApart ? [] : [`${line.textContent?.slice(0, 60)}: its label touches its value`];
    });
    return [...(content.scrollWidth > content.clientWidth ? out : []), ...cut, ...touching];
  }, width);

/**
 * The words of a language that a drawing breaks, at the width that it has. Names of 32 letters,
 * hashes, hosts and the names of functions are none, and may break.
 */
export const findBrokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const [frame = document.body] = document.querySelectorAll('.popup');
    const texts = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const broken: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const at = text;
      const all = text.textContent ?? '';
      const words = all.matchAll(/(?<![^\s(“„"«¿¡-])\p{L}{2,31}(?![^\s)”“"».,:;!?-])/gu);
      // No named function in here: the transpiler of scripts would add a helper that the page lacks.
      const found = [...words].filter(({ 0: word, index }) => {
        range.setStart(at, index);
        range.setEnd(at, index + word.length);
        return new Set([...range.getClientRects()].map((line) => Math.round(line.bottom))).size > 1;
      });
      broken.push(...found.map(([word]) => `${word} is broken in ${all.slice(0, 60)}`));
    }
    return broken;
  });
