import type { Page } from 'playwright-core';

/** Collects the errors that the browser reports on these pages from now on. */
export function listComplaints(...pages: readonly Page[]): string[] {
  const complaints: string[] = [];
  for (const page of pages) {
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  }
  return complaints;
}
