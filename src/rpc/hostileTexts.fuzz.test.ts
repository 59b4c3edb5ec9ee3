import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CANARY, slots, startStrangers, stopStrangers } from '../../test/random/hostileSlots';
import { findHidden, hostileTexts } from '../../test/random/hostileTexts';

/** So many texts go through each slot, of all lists and any text at all. */
const RUNS = 25;

beforeAll(startStrangers);
afterAll(stopStrangers);

const anyText = fc.oneof(
  fc.constantFrom(...hostileTexts.filter((text) => text.length < 2_000)),
  fc.string({ unit: 'binary' }),
);

describe.each(Object.entries(slots))('%s', (_, slot) => {
  // @promise T2.1
  it('reaches what people read, and hides nothing there, whatever it is', async () => {
    const { drawn } = await slot(CANARY);
    expect(drawn.join('\n')).toContain(CANARY);
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const seen = (await slot(text)).drawn;
        expect(seen.filter((each) => findHidden(each).length > 0)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  }, 60_000);
});
