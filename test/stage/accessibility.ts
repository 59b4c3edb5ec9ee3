import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * The accessibility rules that a page breaks, each with the offending elements, in light and dark
 * mode. The modes differ only in colours, so the dark one is checked for these alone.
 *
 * @param isTranslated true if the page was checked in another language: texts have no colours
 */
export async function listFaults(page: Page, isTranslated = false): Promise<string[][]> {
  // The default mode, for foreign frames only, opens a page, which takes longer than the check.
  const builder = () => new AxeBuilder({ page }).setLegacyMode();
  const found = async (colorScheme: 'light' | 'dark', checks: AxeBuilder) => {
    await page.emulateMedia({ colorScheme });
    const { violations } = await checks.analyze();
    return violations.map(({ id, nodes }) => [colorScheme, id, ...nodes.map(({ html }) => html)]);
  };
  if (isTranslated) return found('light', builder().disableRules(colorRules));
  const light = await found('light', builder());
  return [...light, ...(await found('dark', builder().withRules(colorRules)))];
}

const colorRules = ['color-contrast', 'link-in-text-block'];
