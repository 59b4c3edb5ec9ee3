import { describe, expect, it } from '@jest/globals';
import {
  createMessage,
  createReview,
  deployAccount,
  inEnglish,
  invoke,
  tells,
} from '../../../test/review/subject';
import type { PendingSignature } from '../transactions/pending';
import { earlierLives, nonceGap } from './outside';

describe('nonceGap', () => {
  // @promise T7.2
  it('warns of a nonce above the next one', () => {
    const gap = { transactions: [invoke({ nonce: '0x10' })] };
    expect(tells(nonceGap, gap)).toEqual(['caution: Transaction waits for earlier ones']);
    const [warning] = nonceGap(createReview(gap));
    expect(warning && inEnglish(warning.text)).toContain(
      'number is 16, but the next one of this account is 5',
    );
  });

  it('ignores the next nonce, one before, a deployment first and what was not read', () => {
    expect(tells(nonceGap, {})).toEqual([]);
    expect(tells(nonceGap, { transactions: [invoke({ nonce: '0x4' })] })).toEqual([]);
    const first = [deployAccount, invoke({ nonce: '0x1' })];
    expect(tells(nonceGap, { transactions: first, nextNonce: '0' })).toEqual([]);
    expect(tells(nonceGap, { transactions: [invoke({ nonce: '0x99' })], nextNonce: null })).toEqual(
      [],
    );
    expect(nonceGap(createMessage())).toEqual([]);
  });
});

const earlier = (nonce: string, { isHeld = false, isAwaited = false } = {}): PendingSignature => ({
  uses: 'nonce',
  nonce,
  isHeld,
  isAwaited,
  txnHash: '0x0123456789abcdef',
});

describe('earlierLives', () => {
  it('warns of one with the same nonce, of which only one can run', () => {
    const both = { pending: [earlier('5'), earlier('5', { isHeld: true })] };
    expect(tells(earlierLives, both)).toEqual([
      'caution: Only one of two can run',
      'caution: Only one of two can run',
    ]);
    const deploying = { transactions: [deployAccount, invoke({ nonce: '0x1' })] };
    expect(tells(earlierLives, { ...deploying, pending: [earlier('1')] })).toEqual([
      'caution: Only one of two can run',
    ]);
  });

  it('warns of one that would run as well, by its hash', () => {
    const apart = { pending: [earlier('7')] };
    expect(tells(earlierLives, apart)).toEqual(['high: An earlier transaction may still run']);
    const [warning] = earlierLives(createReview(apart));
    expect((warning && inEnglish(warning.text))?.replaceAll(' ', '')).toContain(
      '0x0123456789abcdef',
    );
    // Others carry it out, and use no nonce of the account.
    expect(earlierLives(createMessage(apart))).toHaveLength(1);
  });

  // @promise P9.1
  it('demands a tick if the node refused one and calls its nonce used', () => {
    expect(tells(earlierLives, { pending: [earlier('4', { isHeld: true })] })).toEqual([
      'critical: An earlier transaction may have run',
    ]);
  });

  it('ignores a review with nothing left over', () => {
    expect(tells(earlierLives, {})).toEqual([]);
    expect(tells(earlierLives, { pending: [] })).toEqual([]);
  });

  // @promise P9.5
  it('ignores one that a node has just accepted, if this one waits for it', () => {
    const awaited = (nonce: string) => ({ pending: [earlier(nonce, { isAwaited: true })] });
    expect(tells(earlierLives, awaited('4'))).toEqual([]);
    // Messages use no nonce: the next one counts, as far as it was read.
    const message = (nonce: string) => createMessage({ ...awaited(nonce), nextNonce: '5' });
    expect(earlierLives(message('4'))).toEqual([]);
    expect(earlierLives(message('5'))).toHaveLength(1);
    expect(earlierLives(createMessage(awaited('4')))).toHaveLength(1);
    expect(tells(earlierLives, awaited('5'))).toEqual(['caution: Only one of two can run']);
    expect(tells(earlierLives, awaited('6'))).toEqual([
      'high: An earlier transaction may still run',
    ]);
  });
});
