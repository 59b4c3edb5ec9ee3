import { describe, expect, it } from '@jest/globals';
import { readDialog } from '../../../test/node/readDialog';
import { plainFacts, settle } from '../../../test/review/amountReview';
import { openDialogs } from '../../../test/wallet/openDialogs';
import type { ReviewFacts } from '../../ui/review/facts';
import type { Live } from '../../ui/review/open';
import { approve } from '../consent/approve';

/** A review that is its fee, and what leaves. */
type Cost = { fee: string; sends: string };
const costFacts = ({ fee, sends }: Cost): ReviewFacts => ({
  ...plainFacts,
  fee: { expected: '0.01', maximum: fee, symbol: 'STRK', speed: 'normal' },
  preview: {
    state: 'known',
    source: 'node.example',
    changes: [{ kind: 'send', amount: sends, symbol: 'STRK', address: '0x1', verified: true }],
  },
});
const first = { fee: '0.024', sends: '5' };

/** Shows the first one; then what each refresh makes of it, to what the user does then. */
async function showing(
  refreshes: readonly Partial<Cost>[],
  act: (seen: {
    shown: () => ReturnType<typeof readDialog>;
    press: (name: string) => Promise<void>;
    tick: (name: string, isTicked?: boolean) => Promise<void>;
    choose: (speed: string) => Promise<void>;
    pass: (ms: number) => Promise<void>;
    isClosed: () => boolean;
  }) => Promise<void>,
  { change, rebase }: Pick<Live<Cost>, 'change' | 'rebase'> = {},
) {
  const rest = [...refreshes];
  const { dialogs, clock, pages } = openDialogs(async (dialog, open) => {
    await act({
      shown: () => readDialog(open?.tree() ?? dialog),
      press: async (name) => open?.press(name),
      tick: async (name, isTicked = true) => open?.fillIn(name, isTicked),
      choose: async (speed) => {
        await open?.fillIn('speed', speed);
        await settle();
      },
      async pass(ms) {
        clock.advance(ms);
        for (let turn = 0; turn < 10; turn += 1) await settle();
      },
      isClosed: () => pages.isClosed('interface-0'),
    });
    return true;
  });
  return approve(first, costFacts, dialogs, {
    change,
    rebase,
    refresh: async (shown) => ({ ...shown, ...rest.shift() }),
  });
}

const ROUND = 15_000;
const PAUSE = 3_000;

describe('what has grown while the user looked', () => {
  // @promise P7.1
  it('shows the growth at the top, and pauses Confirm', async () => {
    const approved = await showing([{ fee: '0.03' }], async (user) => {
      await user.pass(ROUND);
      expect(user.shown().warnings[0]).toEqual({
        title: 'You could lose more than before',
        text: 'Maximum fee: was 0.024 STRK, now 0.03 STRK',
        severity: 'warning',
      });
      expect(user.shown().buttons).toContain('!confirm.2');
      await user.press('confirm.2');
      expect(user.isClosed()).toBe(false);
      await user.pass(PAUSE);
      expect(user.shown().buttons).toContain('confirm.2');
      expect(user.shown().buttons).not.toContain('understand.1');
      // It stands there until the end.
      expect(user.shown().warnings).toHaveLength(1);
    });
    expect(approved).toEqual({ fee: '0.03', sends: '5' });
  });

  // @promise P7.2
  it('needs the tick beyond twice, and another one for more', async () => {
    await showing([{ fee: '9.4' }, {}, { fee: '20' }], async (user) => {
      await user.pass(ROUND);
      expect(user.shown().warnings[0]).toMatchObject({
        text: 'Maximum fee: was 0.024 STRK, now 9.4 STRK',
        severity: 'danger',
      });
      await user.pass(PAUSE);
      expect(user.shown().buttons).toContain('!confirm.2');
      await user.press('confirm.2');
      expect(user.isClosed()).toBe(false);
      await user.tick('understand.2');
      expect(user.shown().buttons).toContain('confirm.2');
      await user.pass(ROUND);
      expect(user.shown().buttons).toContain('confirm.2');
      await user.pass(ROUND);
      await user.pass(PAUSE);
      expect(user.shown().buttons).toEqual(expect.arrayContaining(['understand.3', '!confirm.3']));
      await user.tick('understand.3');
    });
  });

  // @promise P7.1
  it('measures from the first review, not from the step before', async () => {
    await showing([{ sends: '9' }, { sends: '17' }], async (user) => {
      await user.pass(ROUND);
      await user.pass(PAUSE);
      expect(user.shown().buttons).toContain('confirm.2');
      await user.pass(ROUND);
      await user.pass(PAUSE);
      expect(user.shown().warnings[0]?.text).toBe('You send: was 5 STRK, now 17 STRK');
      expect(user.shown().buttons).toContain('!confirm.3');
      await user.tick('understand.2');
    });
  });

  it('disappears when it shrinks again', async () => {
    await showing([{ fee: '9.4' }, { fee: '0.02' }], async (user) => {
      await user.pass(ROUND);
      await user.pass(ROUND);
      expect(user.shown().warnings).toEqual([]);
      expect(user.shown().buttons).toContain('confirm.3');
    });
  });

  it('excludes what the user chose, but not what the calls then do', async () => {
    const change = async () => ({ fee: '0.06', sends: '50' });
    await showing(
      [],
      async (user) => {
        await user.choose('fast');
        expect(user.shown().warnings[0]?.text).toBe('You send: was 5 STRK, now 50 STRK');
        await user.pass(PAUSE);
        expect(user.shown().buttons).toContain('!confirm.2');
        await user.tick('understand.2');
      },
      // The choice alone makes it 0.06.
      { change, rebase: (from) => ({ ...from, fee: '0.06' }) },
    );
  });

  // @promise P7.3
  it('includes what comes with a choice but is not caused by it', async () => {
    await showing(
      [],
      async (user) => {
        await user.choose('fast');
        expect(user.shown().warnings[0]).toMatchObject({
          text: 'Maximum fee: was 0.06 STRK, now 9 STRK',
          severity: 'danger',
        });
        await user.pass(PAUSE);
        expect(user.shown().buttons).toContain('!confirm.2');
        await user.tick('understand.2');
      },
      {
        change: async (cost) => ({ ...cost, fee: '9' }),
        rebase: (from) => ({ ...from, fee: '0.06' }),
      },
    );
  });

  // @promise P7.3
  it('stays, whatever the user chooses then', async () => {
    await showing(
      [{ fee: '9.4' }],
      async (user) => {
        await user.pass(ROUND);
        await user.choose('slow');
        expect(user.shown().warnings[0]).toMatchObject({
          text: 'Maximum fee: was 0.02 STRK, now 8 STRK',
          severity: 'danger',
        });
        await user.pass(PAUSE);
        expect(user.shown().buttons).toContain('!confirm.3');
        await user.tick('understand.3');
      },
      {
        change: async (cost) => ({ ...cost, fee: '8' }),
        rebase: (from) => ({ ...from, fee: '0.02' }),
      },
    );
  });

  // @promise P7.2
  it('needs no other tick for less than was ticked, or up to twice as much', async () => {
    await showing([{ fee: '9.4' }, { fee: '9' }, { fee: '18.8' }, { fee: '19' }], async (user) => {
      await user.pass(ROUND);
      await user.tick('understand.2');
      for (const version of [3, 4]) {
        await user.pass(ROUND);
        await user.pass(PAUSE);
        expect(user.shown().buttons).toContain(`confirm.${version}`);
      }
      await user.pass(ROUND);
      await user.pass(PAUSE);
      expect(user.shown().buttons).toContain('!confirm.5');
      await user.tick('understand.3');
    });
  });

  // @promise P7.2
  it('asks for the tick again once the user has taken it back', async () => {
    await showing([{ fee: '9.4' }, { fee: '9.5' }], async (user) => {
      await user.pass(ROUND);
      await user.tick('understand.2');
      await user.tick('understand.2', false);
      await user.pass(ROUND);
      await user.pass(PAUSE);
      expect(user.shown().buttons).toContain('!confirm.3');
      await user.tick('understand.3');
    });
  });

  // @promise P7.1
  it('measures from the first preview if there was none at first', async () => {
    const unknown = { state: 'unknown', why: 'It hung up.' } as const;
    const known = (amount: string) => costFacts({ fee: '0.024', sends: amount }).preview;
    const rest = [known('5'), known('50')];
    const describe = ({ preview }: Pick<ReviewFacts, 'preview'>): ReviewFacts => ({
      ...plainFacts,
      ...(preview && { preview }),
    });
    const { dialogs, clock } = openDialogs(async (dialog, open) => {
      const pass = async (ms: number) => {
        clock.advance(ms);
        for (let turn = 0; turn < 10; turn += 1) await settle();
      };
      const shown = () => readDialog(open?.tree() ?? dialog);
      await pass(ROUND);
      await pass(PAUSE);
      // A loss that is shown late needs the tick, as one that grows much.
      expect(shown().buttons).toContain('!confirm.2');
      await pass(ROUND);
      await pass(PAUSE);
      expect(shown().warnings[0]).toMatchObject({
        text: expect.stringContaining('You send: was 5 STRK, now 50 STRK'),
        severity: 'danger',
      });
      expect(shown().buttons).toContain('!confirm.3');
      return true;
    });
    await approve({ preview: unknown }, describe, dialogs, {
      refresh: async () => ({ preview: rest.shift() }) as { preview: typeof unknown },
    });
  });
});
