import { describe, expect, it } from '@jest/globals';
import house from './house.json';
import {
  closureOf,
  declaredTwice,
  importCycles,
  linesOf,
  sources,
  transactionTypes,
} from './sources';

// The numbers of house.json may only fall; `npm run house` prints what is reached.
describe('the house', () => {
  it.each(Object.entries(house.closures))('keeps the files that %s needs to %i', (name, most) => {
    const { size } = closureOf(`src/rpc/${name}.ts`);
    expect(size).toBeGreaterThan(1);
    expect(size).toBeLessThanOrEqual(most);
  });

  it('has no circle of imports, those of types included', () => {
    expect(importCycles()).toEqual([]);
  });

  it('has no file of more than 250 lines', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((file) => linesOf(file) > 250)).toEqual([]);
  });

  it('has no more types for a transaction between request and dialog', () => {
    const types = transactionTypes();
    expect(types).toContain('TransactionReview');
    expect(types.length).toBeLessThanOrEqual(house.transactionTypes);
  });

  it('declares no larger share of its names in more than one file', () => {
    expect(declaredTwice().share * 100).toBeLessThanOrEqual(house.declaredTwicePercent);
  });
});
