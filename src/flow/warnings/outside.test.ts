import { describe, expect, it } from '@jest/globals';
import {
  createMessage,
  createReview,
  inEnglish,
  party,
  tells,
  told,
} from '../../../test/review/subject';
import { outsideAnyone, outsideLives, outsideWindow } from './outside';

const by = (caller: string) =>
  told(outsideAnyone(createMessage({ outside: { caller, after: '0', before: '1800000600' } })));

describe('outsideAnyone', () => {
  // @promise T14.1
  it('warns of calls that anyone may carry out, in any spelling', () => {
    for (const caller of [
      '0x414e595f43414c4c4552',
      '0x414E595F43414C4C4552',
      '0x00414e595f43414c4c4552',
      String(0x414e595f43414c4c4552n),
    ])
      expect(by(caller)).toEqual(['high: Anyone can carry this out']);
  });

  it('ignores a named caller, and transactions', () => {
    expect(by(party.stranger)).toEqual([]);
    expect(tells(outsideAnyone, {})).toEqual([]);
  });
});

const NOW = 1_800_000_000;
const window = (before: string, after = '0') =>
  outsideWindow(createMessage({ outside: { caller: party.stranger, after, before } })).map(
    ({ severity, title, text }) => `${severity}: ${inEnglish(title)}. ${inEnglish(text)}`,
  );

describe('outsideWindow', () => {
  it('warns of a message that stays usable for more than a day', () => {
    expect(window(`${NOW + 86_401}`)).toEqual([
      'high: Signature stays valid for long. Others can run these calls until 2027\u201101\u201116 08:00:01 UTC. Sites need minutes, not days. Reject unless you know why.',
    ]);
  });

  it('warns of a short window that opens later', () => {
    expect(window(`${NOW + 90_000}`, `${NOW + 89_000}`)).toHaveLength(1);
  });

  it.each([['9999999999'], [String(2n ** 64n - 1n)], [String(2n ** 251n)]])(
    'warns of one without end: %s',
    (before) => {
      expect(window(before)[0]).toContain(
        'high: Signature never expires. Others can run these calls even many years',
      );
    },
  );

  it('ignores a day or less, an end that has passed, and transactions', () => {
    expect(window(`${NOW + 86_400}`)).toEqual([]);
    expect(window(`${NOW + 600}`)).toEqual([]);
    expect(window(`${NOW - 600}`)).toEqual([]);
    expect(tells(outsideWindow, {})).toEqual([]);
  });
});

describe('outsideLives', () => {
  const message = { uses: 'time', before: NOW + 600, isAwaited: false, isUsed: false } as const;
  const pending = [message];

  // @promise T14.5
  it('warns until when what was signed for a paymaster could run, whatever is asked', () => {
    expect(tells(outsideLives, { pending })).toEqual(['high: A signed payment may still run']);
    expect(outsideLives(createMessage({ pending }))).toHaveLength(1);
    const [warning] = outsideLives(createReview({ pending }));
    expect(inEnglish(warning?.text ?? '')).toContain('2027\u201101\u201115 08:10:00 UTC');
  });

  it('names the site that was given a signature', () => {
    const [warning] = outsideLives(
      createReview({ pending: [{ ...message, site: 'https://shop.example' }] }),
    );
    expect(warning).toMatchObject({ rule: 'outsideGiven', severity: 'high' });
    expect(inEnglish(warning?.text ?? '')).toContain('https://shop.example');
  });

  // @promise T14.5
  it('says calmly that only a node calls a message done', () => {
    const used = { ...message, isUsed: true, site: 'https://shop.example' };
    const [warning, ...others] = outsideLives(createReview({ pending: [used] }));
    expect(warning).toMatchObject({ rule: 'outsideUsed', severity: 'caution' });
    expect(others).toEqual([]);
  });

  it('ignores a review with nothing left over, and what a node has just told of', () => {
    expect(tells(outsideLives, {})).toEqual([]);
    expect(tells(outsideLives, { pending: [{ ...message, isAwaited: true }] })).toEqual([]);
  });
});
