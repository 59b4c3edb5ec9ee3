import { describe, expect, it } from '@jest/globals';
import { type ErrorKind, fail } from '@xnet/clients/errors';
import { getText, readDialog } from '../../../test/node/readDialog';
import { type Amount, amountFacts, awaitSettled, settle } from '../../../test/review/amountReview';
import { findButton } from '../../../test/wallet/fakeDialogs';
import { openDialogs } from '../../../test/wallet/openDialogs';
import type { ReviewFacts } from '../../ui/review/facts';
import { approve } from '../consent/approve';

describe('approve of what becomes newer', () => {
  it('draws it anew, and answers with the one in sight, whatever came before', async () => {
    let amount = 1;
    const seen: string[] = [];
    const { dialogs, clock } = openDialogs(async (_dialog, open) => {
      for (let round = 0; round < 2; round += 1) {
        clock.advance(5_000);
        await awaitSettled(() => getText(open?.tree() ?? '').includes(`Amount ${amount}`));
        seen.push(getText(open?.tree() ?? ''));
      }
      return true;
    });
    const approved = await approve({ amount }, amountFacts, dialogs, {
      everyMs: 5_000,
      async refresh({ amount: before }) {
        amount = before + 1;
        return { amount };
      },
    });
    expect(approved).toEqual({ amount: 3 });
    expect(Object.isFrozen(approved)).toBe(true);
    // Unfolded by the user of the tests before the first refresh, and still so.
    expect(seen.map((text) => text.match(/Twice \d/u)?.[0])).toEqual(['Twice 4', 'Twice 6']);
  });

  // @promise T5.2
  it('ignores a confirmation of an older drawing', async () => {
    const { dialogs, clock, pages } = openDialogs(async (dialog, open) => {
      const old = String(findButton(dialog, 'confirm')?.name);
      clock.advance(15_000);
      await awaitSettled(() => getText(open?.tree() ?? '').includes('Amount 2'));
      await open?.press(old);
      expect(pages.isClosed('interface-0')).toBe(false);
      expect(findButton(open?.tree() ?? dialog, 'confirm')?.name).not.toBe(old);
      return true;
    });
    const refresh = async () => ({ amount: 2 });
    expect(await approve({ amount: 1 }, amountFacts, dialogs, { refresh })).toEqual({ amount: 2 });
  });

  it('disables Confirm during a refresh, though not for ever', async () => {
    const { dialogs, clock, pages } = openDialogs(async (dialog, open) => {
      const shown = () => readDialog(open?.tree() ?? dialog);
      clock.advance(15_000);
      await settle();
      expect(shown().buttons).toContain('!confirm.1');
      await open?.press('confirm.1');
      expect(pages.isClosed('interface-0')).toBe(false);
      clock.advance(3_000);
      await settle();
      expect(shown().buttons).toContain('confirm.1');
      return true;
    });
    const refresh = () => new Promise<Amount>(() => undefined);
    expect(await approve({ amount: 1 }, amountFacts, dialogs, { refresh })).toEqual({ amount: 1 });
  });

  it.each<[ErrorKind, string]>([
    ['nodeUnavailable', 'Not up to date'],
    ['nonceTooLow', 'This may no longer be accepted'],
    ['transactionRejected', 'This may no longer be accepted'],
    ['insufficientFunds', 'This may no longer be accepted'],
    ['feeAboveLimit', 'This may no longer be accepted'],
  ])(
    'keeps the drawing when a refresh fails with %s, says so, and tries again',
    async (kind, title) => {
      let fails = true;
      const { dialogs, clock } = openDialogs(async (dialog, open) => {
        const shown = () => readDialog(open?.tree() ?? dialog);
        clock.advance(15_000);
        await awaitSettled(() => shown().warnings.length > 0);
        expect(shown().warnings).toMatchObject([{ title, severity: 'warning' }]);
        expect(shown().buttons).toContain('confirm.1');
        fails = false;
        clock.advance(15_000);
        await awaitSettled(() => shown().warnings.length === 0);
        return true;
      });
      const refresh = async ({ amount }: Amount) => (fails ? fail(kind) : { amount: amount + 1 });
      expect(await approve({ amount: 1 }, amountFacts, dialogs, { refresh })).toEqual({
        amount: 2,
      });
    },
  );

  it('carries out the choices of the user in turn; Confirm waits for the last', async () => {
    const asked: unknown[] = [];
    const { dialogs } = openDialogs(async (dialog, open) => {
      await open?.fillIn('speed', 'fast');
      await open?.fillIn('speed', 'ludicrous');
      await open?.fillIn('payWith', '0x1');
      await open?.fillIn('speed', 'slow');
      const shown = readDialog(open?.tree() ?? dialog);
      expect(shown.facts.find(({ label }) => label === 'Speed')?.value).toBe('Slow');
      expect(shown.buttons).toContain('!confirm.1');
      return true;
    });
    const approved = await approve({ amount: 1 }, amountFacts, dialogs, {
      async change({ amount }, input) {
        await settle();
        asked.push(input.name === 'allowance' ? input.amount : input.value);
        return { amount: amount * 10 };
      },
    });
    expect(asked).toEqual(['fast', 'slow']);
    expect(approved).toEqual({ amount: 100 });
  });

  it('stays as it was when a choice cannot be carried out', async () => {
    const { dialogs } = openDialogs(async (dialog, open) => {
      await open?.fillIn('speed', 'fast');
      const shown = () => readDialog(open?.tree() ?? dialog);
      await awaitSettled(() => shown().warnings.length > 0);
      expect(shown().facts.find(({ label }) => label === 'Speed')?.value).toBe('Normal');
      return true;
    });
    const change = async () => fail('insufficientFunds');
    expect(await approve({ amount: 1 }, amountFacts, dialogs, { change })).toEqual({ amount: 1 });
  });

  // @promise T5.2
  it('drops a refresh that a choice has overtaken', async () => {
    let land = (_review: Amount) => {};
    const { dialogs, clock } = openDialogs(async (dialog, open) => {
      clock.advance(15_000);
      await open?.fillIn('speed', 'fast');
      await awaitSettled(() => getText(open?.tree() ?? dialog).includes('Amount 7'));
      land({ amount: 2 });
      await settle();
      return true;
    });
    const approved = await approve({ amount: 1 }, amountFacts, dialogs, {
      change: async () => ({ amount: 7 }),
      refresh: () =>
        new Promise<Amount>((done) => {
          land = done;
        }),
    });
    expect(approved).toEqual({ amount: 7 });
  });

  it('refreshes nothing any more once it is answered', async () => {
    let refreshes = 0;
    const { dialogs, clock } = openDialogs(() => true);
    const refresh = async () => {
      refreshes += 1;
      return { amount: refreshes };
    };
    await approve({ amount: 1 }, amountFacts, dialogs, { refresh });
    clock.advance(60_000);
    await settle();
    expect(refreshes).toBe(0);
  });
});

describe('approve of what should not be done', () => {
  const risky = ({ amount }: Amount): ReviewFacts => ({
    ...amountFacts({ amount }),
    warnings: [
      { rule: 'test', severity: 'critical', title: `Lose ${amount % 2}`, text: 'All of it.' },
    ],
  });

  // @promise T15.4
  it('refuses by default: Confirm counts only after the user ticks the box', async () => {
    const { dialogs, openings, pages } = openDialogs(async (_dialog, open) => {
      await open?.press('confirm.1');
      expect(pages.isClosed('interface-0')).toBe(false);
      await open?.fillIn('understand.1', true);
      await open?.fillIn('understand.1', false);
      await open?.press('confirm.1');
      expect(pages.isClosed('interface-0')).toBe(false);
      return true;
    });
    await approve({ amount: 1 }, risky, dialogs);
    const [opening] = openings;
    expect(opening && readDialog(opening).buttons).toContain('!confirm.1');
  });

  it('asks again when the warning becomes another one, not when the rest does', async () => {
    const { dialogs, clock } = openDialogs(async (dialog, open) => {
      const buttons = () => readDialog(open?.tree() ?? dialog).buttons;
      const until = async (text: string) => {
        await awaitSettled(() => getText(open?.tree() ?? '').includes(text));
      };
      await open?.fillIn('understand.1', true);
      clock.advance(15_000);
      await until('Amount 3');
      expect(buttons()).toEqual(expect.arrayContaining(['understand.1', 'confirm.2']));
      clock.advance(15_000);
      await until('Amount 4');
      expect(buttons()).toEqual(expect.arrayContaining(['understand.2', '!confirm.3']));
      await open?.fillIn('understand.1', true);
      expect(buttons()).toContain('!confirm.3');
      return true;
    });
    const refresh = async ({ amount }: Amount) => ({ amount: amount === 1 ? 3 : 4 });
    expect(await approve({ amount: 1 }, risky, dialogs, { refresh })).toEqual({ amount: 4 });
  });

  it('keeps its one button in its place, however grave it becomes', async () => {
    const places: string[][] = [];
    const { dialogs, clock } = openDialogs(async (dialog, open) => {
      const shown = () => readDialog(open?.tree() ?? dialog).buttons;
      places.push(shown().slice(-2));
      clock.advance(15_000);
      await awaitSettled(() => getText(open?.tree() ?? '').includes('Amount 3'));
      expect(shown()).not.toContain('understand.1');
      places.push(shown().slice(-2));
      return true;
    });
    const describe = (shown: Amount) => (shown.amount === 1 ? risky(shown) : amountFacts(shown));
    await approve({ amount: 1 }, describe, dialogs, { refresh: async () => ({ amount: 3 }) });
    expect(places).toEqual([
      ['details', '!confirm.1'],
      ['details', 'confirm.2'],
    ]);
  });
});
