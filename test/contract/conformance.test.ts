import { describe, expect, it } from '@jest/globals';
import { conformance, testsOfConformance } from '../../scripts/build/conformance';
import specification from './spec.json';

const rows = conformance.sections.flatMap((section) => section.rows);

describe('docs/understand/conformance.md', () => {
  it('finds a test with the id of each row, and no id without a row', () => {
    expect(rows.length).toBeGreaterThan(50);
    const tests = testsOfConformance();
    expect(tests.filter(({ name }) => name === '')).toEqual([]);
    const ids = rows.map(({ id }) => id);
    expect([...new Set(tests.map(({ id }) => id))].sort()).toEqual([...ids].sort());
  });

  it('lists each method of the specification once', () => {
    const node = [
      'eth_getTransactionByBlockNumberAndIndex',
      'eth_getBlockByHash',
      'eth_getBlockByNumber',
      'eth_getUncleByBlockNumberAndIndex',
      'eth_getBlockReceipts',
      'eth_getProof',
    ];
    const names = rows.map(({ id }) => id);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(specification.methods), ...node]));
    expect(new Set(names).size).toBe(names.length);
  });

  it('explains why if a row is not kept to the letter', () => {
    const reasons = rows.flatMap(({ differs }) => (differs === undefined ? [] : [differs]));
    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons) expect(reason).toMatch(/^\S.{20,}\.$/u);
  });
});
