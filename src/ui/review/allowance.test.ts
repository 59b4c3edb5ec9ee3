import { beforeAll, describe, expect, it } from '@jest/globals';
import { mergeTexts } from '../../../scripts/build/texts';
import { getText } from '../../../test/node/readDialog';
import { languages } from '../../schema/language';
import { createSay, type Say } from '../text/words';
import { AllowanceForm, parseAllowance } from './allowance';
import type { AllowanceFacts } from './facts';

const says: Record<string, Say> = {};
beforeAll(async () => {
  for (const language of languages) says[language] = createSay(await mergeTexts(language));
});

const unlimited: AllowanceFacts = {
  call: 2,
  unit: 'USDC',
  decimals: 6,
  most: String(2n ** 256n - 1n),
  asked: { say: 'review.unlimited', with: { symbol: 'USDC' } },
};
const THOUSANDS = 'review.thousands';
const some: AllowanceFacts = {
  ...unlimited,
  most: '5000000',
  asked: { amount: '5', symbol: 'USDC' },
};

/** The amount that is read, or the sentence that refuses it. */
function readAs(language: string, typed: string, allowance = unlimited): string {
  const say = says[language];
  if (!say) throw new Error('No such language.');
  const read = parseAllowance(allowance, typed, say);
  if ('say' in read) return say(read, 40);
  expect(read).toMatchObject({ name: 'allowance', call: 2 });
  return 'amount' in read ? read.amount : '';
}

describe('an amount that is typed in', () => {
  it.each([
    ['en', '5', '5000000'],
    ['en', ' 1.5 ', '1500000'],
    ['en', '0', '0'],
    ['en', '0.000001', '1'],
    ['en', '1.50000000', '1500000'],
    ['de', '1,5', '1500000'],
    ['es', '0,25', '250000'],
    ['en', '1,500.5', '1500500000'],
    ['de', '1.500', '1500000000'],
    ['es', '5 USDC', '5000000'],
    ['en', '1,5', '1500000'],
  ])('reads an amount as %s writes it: %s', (language, typed, amount) => {
    expect(readAs(language, typed)).toBe(amount);
  });

  it.each(['1.5.0', '1 50', '-1', '+1', '1e3', '0x5', '١', '5 STRK', '∞', '9'.repeat(81)])(
    'refuses what is no amount with a sentence: %s',
    (typed) => {
      expect(readAs('en', typed)).toMatch(/is not one clear amount.*such as 12\.5\.$/u);
      expect(readAs('de', typed)).toMatch(/kein eindeutiger Betrag.*etwa 12,5\.$/u);
    },
  );

  it('tells both readings of an amount that languages read as two numbers', () => {
    const read = parseAllowance(unlimited, '1.234', (label, limit) => {
      const isThousands = typeof label === 'object' && 'say' in label && label.say === THOUSANDS;
      return isThousands ? '\u202f' : (says.de as Say)(label, limit);
    });
    expect('say' in read && says.de?.(read)).toBe(
      '„1.234“ kann 1,2340 oder 1 234 bedeuten. Schreiben Sie eine der beiden Zahlen.',
    );
  });

  // @promise T21.1
  it('refuses a part too small for the token, and more than the site asks for', () => {
    expect(readAs('en', '0.0000001')).toBe('USDC has at most 6 decimals.');
    expect(readAs('en', '5.000001', some)).toBe('That is more than the site asks for: 5 USDC.');
    expect(readAs('en', '5', some)).toBe('5000000');
  });
});

describe('the form of an allowance', () => {
  const text = (facts: Partial<Parameters<typeof AllowanceForm>[0]> = {}) =>
    getText(
      AllowanceForm({
        allowance: some,
        isOneOfMany: false,
        typed: null,
        isTaken: false,
        say: says.en as Say,
        ...facts,
      }),
    );

  it('names its field and its button by its call if there are several', () => {
    expect(text()).toMatch(/^Allow less .* At most, in USDC .*(?<!\. )Use this amount$/u);
    expect(text({ isOneOfMany: true })).toMatch(
      /^3\. Allow less .* 3\. At most, in USDC .*3\. Use this amount$/u,
    );
  });
});
