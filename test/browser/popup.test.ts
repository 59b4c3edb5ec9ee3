import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mergeTexts } from '../../scripts/build/texts';
import { languages } from '../../src/schema/language';
import { recordDialogs, site } from '../drawn/dialogs';
import { listDrawings } from '../drawn/drawings';
import {
  findBrokenWords,
  findOverflow,
  openPopup,
  type Popup,
  SCROLL_BAR,
  show,
} from '../drawn/popup';
import type { Drawing } from '../drawn/recorded';
import { listParts } from '../wallet/fakeDialogs';

let popup: Popup;
beforeAll(async () => {
  popup = await openPopup();
});
afterAll(() => popup?.browser.close());

const known = new Map<string, Promise<Drawing[]>>();
/** Every drawing in a language, made once. */
const allIn = (language: string): Promise<Drawing[]> => {
  const drawings = known.get(language) ?? listDrawings(language);
  known.set(language, drawings);
  return drawings;
};

/** The parts that must be in sight at once and are not, by their distance below the content. */
const outOfSight = (labels: readonly string[]): Promise<string[]> =>
  popup.page.evaluate((named) => {
    const content = document.querySelector('.popup > .content');
    const frame = document.querySelector<HTMLElement>('.popup');
    if (!content || !frame) return ['Nothing is drawn.'];
    const rows = [...content.querySelectorAll('.box')].filter((box) =>
      named.includes(box.querySelector(':scope > p:first-child')?.textContent ?? ''),
    );
    if (rows.length === 0) return ['No row is drawn.'];
    const ticks = [...content.querySelectorAll('.banner + .check')];
    const [section] = content.querySelectorAll('.section');
    const parts = [
      ...content.querySelectorAll('h2'),
      ...rows,
      ...[...content.querySelectorAll('.banner')].slice(0, 1),
      ...ticks,
      // A warning stands in its place, which tells more.
      ...(section && content.querySelector('.banner') === null
        ? [section.children[0], section.children[1]]
        : []),
    ].flatMap((part) => part ?? []);
    const { bottom } = content.getBoundingClientRect();
    const textIn = (part: Element) => `${(part.textContent ?? '').slice(0, 30)}`;
    return parts
      .map((part) => [textIn(part), part.getBoundingClientRect().bottom - bottom] as const)
      .filter(([, below]) => below > 0.5)
      .map(([what, below]) => `${what} is ${Math.ceil(below)} below`);
  }, labels);

/** Some kinds of dialogs that need a tick, by the names of their drawings: none may lose it. */
const grave = [
  'an unlimited approval',
  'a session',
  'an unlimited permit',
  'several calls',
  'a call that fails',
  'a private key',
];

/** True for a drawing whose button waits for a tick. */
const hasTick = ({ tree }: Drawing): boolean =>
  listParts(tree).some(
    ({ type, props: { name, checked } }) =>
      type === 'Checkbox' && /^understand\.\d+$/u.test(String(name)) && checked !== true,
  );

/** Where the tick stands, and what the button says that waits for it. */
const findTick = () =>
  popup.page.evaluate(() => {
    const content = document.querySelector('.popup > .content');
    const tick = content?.querySelector('.check');
    const button = document.querySelector('.footer > [aria-disabled], .footer > :disabled');
    if (!content || !tick) return { before: 'nothing', below: 0, button: '' };
    const below = tick.getBoundingClientRect().bottom - content.getBoundingClientRect().bottom;
    return {
      before: tick.previousElementSibling?.classList[0] ?? 'nothing',
      below: Math.max(0, Math.ceil(below)),
      button: button?.textContent ?? '',
    };
  });

describe('every dialog and page, in a popup', () => {
  it.each(languages)(
    'overflows nowhere and breaks no word at 320, 360 and 400 pixels: %s',
    async (language) => {
      const faults: string[] = [];
      for (const drawing of await allIn(language)) {
        await show(popup, drawing);
        for (const width of [320, 360, 400]) {
          const out = await findOverflow(popup.page, width - SCROLL_BAR);
          // More than a host can write leaves no room beside it.
          const broken = drawing.isFilled ? [] : await findBrokenWords(popup.page);
          for (const part of [...out, ...broken]) faults.push(`${drawing.name}, ${width}: ${part}`);
        }
      }
      expect(faults).toEqual([]);
    },
    180_000,
  );

  it.each(languages)(
    'shows at once what is asked, site, network, cost, and the worst risk or what changes: %s',
    async (language) => {
      const texts = await mergeTexts(language);
      const labels = ['askedBy', 'network', 'account', 'maximum'].map(
        (name) => texts[`review.${name}`] ?? '',
      );
      const faults: string[] = [];
      // As they open: later drawings are unfolded, or of a user who has scrolled.
      const opened = (await recordDialogs(language, site.ordinary)).filter(
        ({ name, kind }) => kind === 'dialog' && !/, \d+$/u.test(name),
      );
      for (const drawing of opened) {
        await show(popup, drawing);
        await findOverflow(popup.page, 360 - SCROLL_BAR);
        for (const part of await outOfSight(labels)) faults.push(`${drawing.name}: ${part}`);
      }
      expect(opened.length).toBeGreaterThan(15);
      expect(faults).toEqual([]);
    },
    180_000,
  );

  it.each(languages)(
    'shows the tick of a grave risk at once, right below that risk, at 360 and 400 pixels: %s',
    async (language) => {
      const texts = await mergeTexts(language);
      const drawings = await recordDialogs(language, site.ordinary);
      const faults: string[] = [];
      const ticked = drawings.filter(hasTick);
      expect(ticked.map(({ name }) => name)).toEqual(expect.arrayContaining(grave));
      for (const drawing of ticked) {
        const { name } = drawing;
        await show(popup, drawing);
        for (const width of [360, 400]) {
          await popup.page.setViewportSize({ width, height: 592 });
          await findOverflow(popup.page, width - SCROLL_BAR);
          const { before, below, button } = await findTick();
          if (before !== 'banner') faults.push(`${name}, ${width}: it stands below ${before}`);
          if (below > 0) faults.push(`${name}, ${width}: it is ${below} below`);
          if (button !== texts['review.tickFirst'])
            faults.push(`${name}: the button says ${button}`);
        }
      }
      await popup.page.setViewportSize({ width: 400, height: 600 });
      expect(faults).toEqual([]);
    },
    60_000,
  );

  it('hides nothing behind “more” that does not stand above it in full', async () => {
    let cut = 0;
    for (const drawing of await allIn('en')) {
      await show(popup, drawing);
      await findOverflow(popup.page, 320 - SCROLL_BAR);
      const hidden = await popup.page.evaluate(() =>
        [...document.querySelectorAll('.copyable')]
          .filter((one) => {
            const text = one.querySelector('.cut');
            return text && text.scrollHeight > text.clientHeight;
          })
          .map((one) => [
            one.querySelector('.text')?.textContent,
            one.previousElementSibling?.textContent,
          ]),
      );
      cut += hidden.length;
      for (const [whole, above] of hidden) expect(above).toBe(whole);
    }
    expect(cut).toBeGreaterThan(5);
  }, 180_000);
});
