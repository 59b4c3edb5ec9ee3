import { describe, expect, it } from '@jest/globals';
import {
  createMessage,
  createReview,
  deployAccount,
  inEnglish,
  party,
  tells,
  told,
  transfer,
} from '../../../test/review/subject';
import { previewReverts, previewUnknown } from './call';

describe('previewReverts', () => {
  const preview = {
    state: 'reverts',
    source: 'node.example.org',
    reason: 'u256_sub Overflow',
  } as const;

  it('warns of a transaction that fails, with its reason', () => {
    expect(tells(previewReverts, { preview })).toEqual(['critical: This would fail']);
    const [warning] = previewReverts(createReview({ preview }));
    expect(warning && inEnglish(warning.text)).toContain('Reason: u256_sub Overflow');
  });

  it('ignores a preview that succeeds or is unknown', () => {
    expect(tells(previewReverts, {})).toEqual([]);
    expect(tells(previewReverts, { preview: { state: 'unknown', why: 'Offline' } })).toEqual([]);
  });
});

describe('previewUnknown', () => {
  const preview = { state: 'unknown', why: { say: 'preview.notSimulated' } } as const;
  const calls = [transfer(party.usdc, party.friend, '1')];

  it('warns that nothing was simulated, and why', () => {
    expect(tells(previewUnknown, { calls, preview })).toEqual(['caution: Could not preview']);
    const why = 'No node answers.';
    const [warning] = previewUnknown(createReview({ calls, preview: { state: 'unknown', why } }));
    expect(warning && inEnglish(warning.text)).toContain('Reason: No node answers.');
  });

  it('warns of a message whose calls are all unreadable', () => {
    expect(told(previewUnknown(createMessage({ preview })))).toHaveLength(1);
  });

  it('ignores a known outcome, and a review without calls', () => {
    expect(tells(previewUnknown, { calls })).toEqual([]);
    const reverts = { state: 'reverts', source: 'node.example.org', reason: 'x' } as const;
    expect(tells(previewUnknown, { calls, preview: reverts })).toEqual([]);
    expect(tells(previewUnknown, { transactions: [deployAccount], preview })).toEqual([]);
  });
});
