import type { Page } from 'playwright-core';

/** What the browser reports as an error on these pages, from now on. */
export function complaintsOf(...pages: readonly Page[]): string[] {
  const complaints: string[] = [];
  for (const page of pages) {
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  }
  return complaints;
}
