import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import type { Struct } from '@metamask/superstruct';
// The package's index would load for half a second.
import { getJsxChildren } from '../../node_modules/@metamask/snaps-utils/dist/ui.cjs';
import { assertDrawable } from '../../test/drawn/assertDrawable';
import { listDrawings } from '../../test/drawn/drawings';
import type { Drawing } from '../../test/drawn/recorded';
import { listParts } from '../../test/wallet/fakeDialogs';
import { type Component, getChildren } from '../../wallet/src/page/tree';

/** The SDK of the oldest platform that the manifest names; without types, for it has the same. */
const FLOOR: string = 'snaps-sdk-floor/jsx';

let drawings: Drawing[];
beforeAll(async () => {
  drawings = await listDrawings('en');
});

describe('every drawing of the module', () => {
  it('passes the wallet’s rules on every page, in every dialog and with lost state', () => {
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

  it('gives a check the children that the vendor’s wallet reads', () => {
    const drawn = drawings.flatMap(({ tree }) => listParts(tree));
    const gaps = { type: 'Box', props: { children: [null, ['A', [undefined], ''], false] } };
    const parts = [...drawn, gaps] as (Component & JSXElement)[];
    expect(parts.length).toBeGreaterThan(1_000);
    const others = parts.filter(
      (part) => !isDeepStrictEqual(getChildren(part), getJsxChildren(part)),
    );
    expect(others).toEqual([]);
  });

  it('passes the rules of the oldest platform', async () => {
    const { JSXElementStruct: floor }: { JSXElementStruct: Struct<unknown> } = await import(FLOOR);
    const refused = drawings.flatMap(({ name, tree }) => {
      const [error] = floor.validate(tree);
      return error ? `${name}: ${error.message}` : [];
    });
    expect(refused).toEqual([]);
  });

  it('shows one button to agree, red if a tick is needed; Cancel is the wallet’s own', () => {
    const footers = drawings.flatMap(({ kind, tree }) => {
      const parts = listParts(tree);
      const [footer] = parts.filter(({ type }) => type === 'Footer');
      const isTicked = parts.some(({ props }) => /^understand\./u.test(String(props.name)));
      return kind === 'dialog' ? { buttons: listParts(footer).slice(1), isTicked } : [];
    });
    expect(footers.some(({ isTicked }) => isTicked)).toBe(true);
    for (const { buttons, isTicked } of footers) {
      expect(buttons.map(({ props }) => props.name)).toEqual([
        expect.stringMatching(/^(confirm\.\d+|shareAccounts)$/u),
      ]);
      expect(buttons[0]?.props.variant === 'destructive').toBe(isTicked);
    }
  });
});
