import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Say } from '../text/words';
import { HomeActivity } from './activity';

const outcomes = ['agreed', 'refused', 'answered', 'failed'] as const;
const say: Say = (label) => JSON.stringify(label);

describe('HomeActivity', () => {
  it('shows what the user was asked before all that was answered silently, each in its order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...outcomes)), (all) => {
        const lines = all.map((outcome, at) => ({
          at,
          origin: `site ${at}.`,
          what: { say: 'home.asked.ping' } as const,
          outcome,
          why: null,
          times: 1,
        }));
        const drawn = JSON.stringify(
          <HomeActivity
            facts={{ lines, page: 0, pages: 1 }}
            isExact={false}
            when={String}
            say={say}
          />,
        );
        const places = (isSilent: boolean) =>
          lines
            .filter(({ outcome }) => (outcome === 'answered') === isSilent)
            .map(({ origin }) => drawn.indexOf(origin));
        const heading = drawn.indexOf('home.silent');
        const [asked, silent] = [places(false), places(true)];
        expect(heading >= 0).toBe(silent.length > 0);
        expect([...asked, ...silent]).toEqual([...asked, ...silent].sort((a, b) => a - b));
        expect([...asked, ...silent]).not.toContain(-1);
        for (const place of asked) expect(silent.length === 0 || place < heading).toBe(true);
        for (const place of silent) expect(place).toBeGreaterThan(heading);
      }),
    );
  });
});
