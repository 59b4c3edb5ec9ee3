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
        const page = JSON.stringify(
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
            .map(({ origin }) => page.indexOf(origin));
        const heading = page.indexOf('home.silent');
        const questions = places(false);
        const reads = places(true);
        const order = questions.concat(reads);
        expect(heading >= 0).toBe(reads.length > 0);
        expect(order).toEqual([...order].sort((a, b) => a - b));
        expect(order).not.toContain(-1);
        for (const place of questions) expect(reads.length === 0 || place < heading).toBe(true);
        for (const place of reads) expect(place).toBeGreaterThan(heading);
      }),
    );
  });
});
