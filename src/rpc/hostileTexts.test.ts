import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CANARY, slots, startStrangers, stopStrangers } from '../../test/random/hostileSlots';
import { findHidden } from '../../test/random/hostileTexts';
import { silentSlots } from '../../test/random/silentSlots';

beforeAll(startStrangers);
afterAll(stopStrangers);

describe.each(Object.entries(slots))('%s', (_, slot) => {
  // @promise T2.1
  it('reaches what people read, and hides no character there', async () => {
    expect((await slot(CANARY)).drawn.join('\n')).toContain(CANARY);
    const { drawn } = await slot(`\u202e${CANARY}\u200b\u0000`);
    expect(drawn.filter((each) => findHidden(each).length > 0)).toEqual([]);
  });
});

describe.each(Object.entries(silentSlots))('%s', (_, slot) => {
  // @promise T2.1
  it('shows no site-supplied text if nothing is drawn for people', async () => {
    const { drawn } = await slot(CANARY);
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn.join('\n')).not.toContain(CANARY);
  });
});
