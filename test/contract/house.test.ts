import { describe, expect, it } from '@jest/globals';
import { most } from './house.json';
import {
  closureOf,
  codeFiles,
  declaredTwice,
  importCycles,
  linesOf,
  moduleLines,
  transactionTypes,
} from './sources';

// The numbers of house.json may only fall; `npm run house` prints the current ones.
describe('the house', () => {
  it.each(Object.entries(most.closures))('keeps the files that %s needs to %i', (name, allowed) => {
    const { size } = closureOf(`src/rpc/${name}.ts`);
    expect(size).toBeGreaterThan(1);
    expect(size).toBeLessThanOrEqual(allowed);
  });

  it('has no circle of imports, those of types included', () => {
    expect(importCycles()).toEqual([]);
  });

  it('has no file of more than 250 lines', () => {
    for (const folder of [
      'src',
      'clients',
      'connect',
      'dapp',
      'wallet',
      'service',
      'test',
      'scripts',
    ])
      expect(codeFiles.filter((file) => file.startsWith(`${folder}/`)).length).toBeGreaterThan(5);
    expect(codeFiles.filter((file) => linesOf(file) > 250)).toEqual([]);
  });

  it('has no more lines in src, tests apart', () => {
    expect(moduleLines()).toBeGreaterThan(10_000);
    expect(moduleLines()).toBeLessThanOrEqual(most.srcLines);
  });

  it('has no more types for a transaction between request and dialog', () => {
    const types = transactionTypes();
    expect(types).toContain('TransactionReview');
    expect(types.length).toBeLessThanOrEqual(most.transactionTypes);
  });

  it('declares no larger share of its names in more than one file', () => {
    expect(declaredTwice().share * 100).toBeLessThanOrEqual(most.declaredTwicePercent);
  });
});
