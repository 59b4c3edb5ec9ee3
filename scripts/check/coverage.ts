import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signingCore } from './signingCore';

type Share = { readonly pct: number };

/** Shares of the signing core that tests ran. */
export type Coverage = { readonly lines: Share; readonly branches: Share };

/**
 * Arguments with which Jest counts the coverage of the signing core. Babel marks the counted files
 * alone; the engine's own counters slow everything down, cryptography tenfold.
 */
export const coverageArgs = (folder: string): string[] => [
  '--coverage',
  '--coverageProvider=babel',
  '--coverageReporters=json-summary',
  '--coverageDirectory',
  folder,
  ...signingCore.map((core) => `--collectCoverageFrom=${core}**/*.ts`),
  '--collectCoverageFrom=!**/*.test.ts',
];

/** Reads what Jest counted; null if there is nothing. */
export async function readCoverage(folder: string): Promise<Coverage | null> {
  const text = await readFile(join(folder, 'coverage-summary.json'), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as { total: Coverage }).total;
}
