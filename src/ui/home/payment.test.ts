import { describe, expect, it } from '@jest/globals';
import { assertJSXElement, IconName } from '@metamask/snaps-sdk/jsx';
import { mergeTexts } from '../../../scripts/build/texts';
import { getText } from '../../../test/node/readDialog';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { languages } from '../../schema/language';
import { createSay, type Label } from '../text/words';
import { drawPayment, type PaymentFacts } from './payment';

const drawLine = async (language: string, { who, paid, ...changes }: Line) =>
  drawFacts(language, {
    paid: { who, amount: { amount: paid, symbol: 'STRK' } },
    ...changes,
  });

async function drawFacts(language: string, changes: Partial<PaymentFacts>) {
  const say = createSay(await mergeTexts(language));
  const facts: PaymentFacts = {
    hash: '0x1',
    at: 0,
    status: 'ACCEPTED_ON_L2',
    reason: 'ERC20: insufficient balance',
    isMissing: false,
    isProven: false,
    isIncoming: false,
    what: 'Another act',
    ...changes,
  };
  const tree = drawPayment(facts, { say, when: () => 'today 13:10', isExact: false });
  assertJSXElement(tree);
  return tree;
}
type Line = { who: Label; paid: string } & Partial<Omit<PaymentFacts, 'paid'>>;

const lines: Line[] = [
  { who: '0x 03f1 … 1405', paid: '1' },
  { who: '0x 03f1 … 1405', paid: '1234567.891' },
  { who: 'Donaudampfschifffahrtsgesellschaft', paid: '1', worth: '0.25 USD' },
  { who: 'A contact whose name takes two lines', paid: '1', account: 'A second long account' },
];

/** The parts that hold another one, from the outermost to the innermost. */
const around = (tree: unknown, type: string) =>
  listParts(tree).filter((part) => listParts(part.props.children).some((one) => one.type === type));

describe('a payment in a list', () => {
  it.each(languages)(
    'keeps who at the beginning of its line, however long it is, in language %s',
    async (language) => {
      for (const line of lines) {
        const parent = around(await drawLine(language, line), 'Button').at(-1);
        expect(parent?.props).toMatchObject({ direction: 'horizontal' });
        expect(parent?.props.alignment ?? 'start').toMatch(/^(?:start|space-between)$/u);
      }
    },
  );

  it.each(languages)(
    'draws a short address and amount on one line in language %s',
    async (language) => {
      const [line] = lines;
      if (!line) throw new Error('There are lines.');
      const ends = around(await drawLine(language, line), 'Button').find(
        ({ props }) => props.alignment === 'space-between',
      );
      expect(getText(ends as never)).toContain('− 1 STRK');
    },
  );

  it('draws a name without a break as wide as the page, so that no word is cut', async () => {
    const parent = around(await drawLine('en', { who: 'W'.repeat(100), paid: '1' }), 'Button').at(
      -1,
    );
    expect(parent?.props.direction ?? 'vertical').toBe('vertical');
  });

  it('sets a worth below the amount that has no room beside its standing', async () => {
    const [, , long] = lines;
    if (!long) throw new Error('There are lines.');
    const text = getText(await drawLine('de', long));
    expect(text).toMatch(/− 1 STRK.*0\.25 USD.*today 13:10/su);
    const short = getText(await drawLine('en', { ...long, reason: null }));
    expect(short).toMatch(/− 1 STRK.*today 13:10.*0\.25 USD/su);
  });

  it('draws icons that wallets find early in their list, whatever a transaction did', async () => {
    const names: readonly string[] = Object.values(IconName);
    const paid = { who: 'Anna', amount: '1' };
    for (const [changes, most] of [
      [{ reason: null }, 30],
      [{ reason: null, paid }, 30],
      [{ reason: null, paid, isIncoming: true }, 30],
      [{ status: 'REJECTED' }, 70],
    ] as const) {
      const icons = listParts(await drawFacts('en', changes)).filter(({ type }) => type === 'Icon');
      const tries = icons.map(({ props }) => names.indexOf(String(props.name)));
      expect(tries).toEqual([expect.any(Number)]);
      expect(Math.min(...tries)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...tries)).toBeLessThanOrEqual(most);
    }
  });
});
