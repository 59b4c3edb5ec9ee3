import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Lies, type Move, openPlay, type Play } from '../../../test/review/reviewPlay';

const RUNS = Number(process.env.XNET_GROWTH_RUNS ?? 150);
const SEED = process.env.XNET_GROWTH_RUNS === undefined ? 11 : Date.now();

/** Factors in thousandths: small and usual ones, and those of a liar. */
const factor = fc.oneof(
  fc.constantFrom(1_000, 1_000, 1_000, 500, 1_300, 1_900, 2_100, 3_900),
  fc.integer({ min: 200, max: 9_000 }),
  fc.constantFrom(1_000_000),
);
const lies: fc.Arbitrary<Lies> = fc.record({
  price: factor,
  gas: factor,
  quote: factor,
  sent: factor,
  allowed: factor,
});
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ act: 'refresh' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('speed' as const),
      value: fc.constantFrom('slow' as const, 'normal' as const, 'fast' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('payWith' as const),
      value: fc.constantFrom('own' as const, 'ether' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('allow' as const),
      value: fc.integer({ max: 9, min: 0 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ act: 'tick' as const }) },
  { weight: 1, arbitrary: fc.constant({ act: 'untick' as const }) },
  { weight: 2, arbitrary: fc.constant({ act: 'confirm' as const }) },
);

const stakes = ['fee', 'sent', 'allowed'] as const;

describe('what is signed', () => {
  let dialog: Play;
  beforeAll(async () => {
    dialog = await openPlay();
  });
  afterAll(() => dialog.stop());

  // @promise P7.2
  it(
    'exceeds twice what was first shown only after a tick for that amount, whatever others say and the user chooses',
    async () => {
      const ends = { plain: 0, ticked: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(
          lies,
          fc.array(fc.tuple(lies, move), { minLength: 1, maxLength: 9 }),
          fc.constantFrom('service' as const, 'chain' as const, 'nobody' as const),
          async (first, moves, priced) => {
            const { signed, most, isTicked } = await dialog.play(first, moves, priced);
            if (signed === null) {
              ends.refused += 1;
              return;
            }
            // Drawn amounts are rounded to six digits.
            const beyond = stakes.filter((what) => signed[what] > most[what] * 1.0001);
            expect({ beyond, signed, most }).toEqual({ beyond: [], signed, most });
            ends[isTicked ? 'ticked' : 'plain'] += 1;
          },
        ),
        { numRuns: RUNS, seed: SEED },
      );
      // The search is no proof if it seldom comes to a signature.
      expect(Math.min(ends.plain, ends.ticked)).toBeGreaterThan(RUNS / 20);
    },
    Math.max(60_000, RUNS * 500),
  );
});
