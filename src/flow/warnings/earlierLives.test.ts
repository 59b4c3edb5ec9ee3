import { describe, expect, it } from '@jest/globals';
import {
  deployAccount,
  inEnglish,
  invoke,
  messageOf,
  subjectOf,
  tells,
} from '../../../test/review/subject';
import { earlierLives } from './earlierLives';

const earlier = (nonce: string, isHeld = false) => ({
  ...{ nonce, isHeld },
  txnHash: '0x0123456789abcdef',
});

describe('earlierLives', () => {
  it('tells of one with the same nonce, of which only one can be carried out', () => {
    const both = { earlier: [earlier('5'), earlier('5', true)] };
    expect(tells(earlierLives, both)).toEqual([
      'caution: Only one of two can run',
      'caution: Only one of two can run',
    ]);
    const deploying = { transactions: [deployAccount, invoke({ nonce: '0x1' })] };
    expect(tells(earlierLives, { ...deploying, earlier: [earlier('1')] })).toEqual([
      'caution: Only one of two can run',
    ]);
  });

  it('tells of one that would come on top, by its hash', () => {
    const apart = { earlier: [earlier('7')] };
    expect(tells(earlierLives, apart)).toEqual(['high: An earlier transaction may still run']);
    const [warning] = earlierLives(subjectOf(apart));
    expect((warning && inEnglish(warning.text))?.replaceAll(' ', '')).toContain(
      '0x0123456789abcdef',
    );
    // Others carry it out, and use no nonce of the account.
    expect(earlierLives(messageOf(apart))).toHaveLength(1);
  });

  it('demands a tick where the node refused one and calls its nonce used', () => {
    expect(tells(earlierLives, { earlier: [earlier('4', true)] })).toEqual([
      'critical: An earlier transaction may have run',
    ]);
  });

  it('is silent where nothing is left over', () => {
    expect(tells(earlierLives, {})).toEqual([]);
    expect(tells(earlierLives, { earlier: [] })).toEqual([]);
  });
});
