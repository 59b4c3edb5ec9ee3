import type { Locator, Page } from 'playwright-core';

/** How a user operates a page. */
export type Hands = {
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** Checks a box. */
  check(target: Locator): Promise<void>;
};

const ready = (target: Locator) => target.waitFor({ timeout: 30_000 });

/** A mouse, and a keyboard for what is typed. */
const pointer = (): Hands => ({
  press: (target) => target.click({ timeout: 30_000 }),
  async type(target, text) {
    await target.click({ timeout: 30_000 });
    await target.pressSequentially(text);
  },
  check: (target) => target.check({ timeout: 30_000 }),
});

/** More than any page has to stop at. */
const MOST_STOPS = 200;

/** A drawing that comes at this moment may take the focus away: a person sees that before pressing. */
const SEEN_MS = 100;

/** A keyboard alone: Tab to what is wanted, then Enter, Space or text. */
function keyboard(page: Page): Hands {
  const hasFocus = (target: Locator) => target.evaluate((part) => part === document.activeElement);
  const reach = async (target: Locator) => {
    await ready(target);
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await hasFocus(target)) {
        await page.waitForTimeout(SEEN_MS);
        if (await hasFocus(target)) return;
      }
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${target}.`);
  };
  return {
    async press(target) {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    async type(target, text) {
      await reach(target);
      await page.keyboard.type(text);
    },
    async check(target) {
      await reach(target);
      if (!(await target.isChecked())) await page.keyboard.press('Space');
    },
  };
}

export const hands = { pointer, keyboard } as const satisfies Record<string, (page: Page) => Hands>;
