import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * The rules that a page breaks, each with the elements that do, light and dark.
 * Nothing but colors differs between the two, so the dark page is asked about those alone.
 *
 * @param isTranslated true where the page was asked in another language: words have no colors
 */
export async function faultsOf(page: Page, isTranslated = false): Promise<string[][]> {
  // A page of its own for the result takes longer than the check; no page here has foreign frames.
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
