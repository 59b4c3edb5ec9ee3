import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { conformance } from '../../scripts/build/conformance';
import { root } from '../../scripts/root';
import specification from './spec.json';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const rows = conformance.sections.flatMap((section) => section.rows);

describe('docs/conformance.md', () => {
  it('names for each row a test that exists by that name', () => {
    expect(rows.length).toBeGreaterThan(50);
    const missing = rows.filter(({ test: { file, name } }) => {
      const text = read(file);
      return !["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`));
    });
    expect(missing).toEqual([]);
  });

  it('has a row for each method of the specification, and each row once', () => {
    const node = [
      'eth_getTransactionByBlockNumberAndIndex',
      'eth_getBlockByHash',
      'eth_getBlockByNumber',
      'eth_getUncleByBlockNumberAndIndex',
      'eth_getBlockReceipts',
      'eth_getProof',
    ];
    const names = rows.map(({ row }) => row);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(specification.methods), ...node]));
    expect(new Set(names).size).toBe(names.length);
  });

  it('says why where a row is not kept to the letter', () => {
    const reasons = rows.flatMap(({ differs }) => (differs === undefined ? [] : [differs]));
    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons) expect(reason).toMatch(/^\S.{20,}\.$/u);
  });
});
