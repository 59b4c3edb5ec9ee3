import { describe, expect, it } from '@jest/globals';
import { ownEntry } from './table';

describe('ownEntry', () => {
  const table = { first: 1, empty: undefined };

  it('returns the entry of a name', () => {
    expect(ownEntry(table, 'first')).toBe(1);
  });

  it.each(['second', 'empty', 'constructor', 'toString', '__proto__'])(
    'returns nothing for %s',
    (name) => {
      expect(ownEntry(table, name)).toBeUndefined();
    },
  );
});
