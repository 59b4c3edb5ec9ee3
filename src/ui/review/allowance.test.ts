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
  ])('reads an amount as %s writes it: %s', (language, typed, amount) => {
    expect(readAs(language, typed)).toBe(amount);
  });

  it.each([
    '1,5',
    '1,500',
    '1,500.5',
    '1.5.0',
    '1 500',
    "1'500",
    '.5',
    '5.',
    '-1',
    '+1',
    '1e3',
    '0x5',

    '١',
    '5 USDC',
    '∞',
    '99999999999999999999999999999999999999999999999999999999999999999999999999999999',
  ])('refuses an ambiguous amount with a sentence in English: %s', (typed) => {
    expect(readAs('en', typed)).toMatch(/is not one clear amount.*“\.”.*such as 12\.5\.$/u);
  });

  it.each(['1.5', '1.500', '1.500,5', '1,5,0'])(
    'refuses an ambiguous amount in German: %s',
    (typed) => {
      expect(readAs('de', typed)).toMatch(/kein eindeutiger Betrag.*„,“.*etwa 12,5\.$/u);
    },
  );

  // @promise T21.1
  it('refuses a part too small for the token, and more than the site asks for', () => {
    expect(readAs('en', '0.0000001')).toBe('Digits after the point: 6 at most.');
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

  it('names its field and its button by its call where there are several', () => {
    expect(text()).toMatch(/^Allow less .* At most, in USDC .*(?<!\. )Use this amount$/u);
    expect(text({ isOneOfMany: true })).toMatch(
      /^3\. Allow less .* 3\. At most, in USDC .*3\. Use this amount$/u,
    );
  });
});
