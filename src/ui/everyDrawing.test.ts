import { describe, expect, it } from '@jest/globals';
import { assertDrawable } from '../../test/drawn/assertDrawable';
import { drawingsIn } from '../../test/drawn/drawings';

describe('every drawing of the module', () => {
  it('is one that wallets can draw, on every page, in every dialog and with lost state', async () => {
    const drawings = await drawingsIn('en');
    const kinds = new Set(drawings.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['alert', 'dialog', 'page']);
    expect(drawings.length).toBeGreaterThan(150);
    const faults = drawings.flatMap(({ name, tree }) => {
      try {
        assertDrawable(tree);
        return [];
      } catch (error) {
        return [`${name}: ${String(error)}`];
      }
    });
    expect(faults).toEqual([]);
  });
});
