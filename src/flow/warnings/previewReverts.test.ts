import { describe, expect, it } from '@jest/globals';
import { inEnglish, subjectOf, tells } from '../../../test/review/subject';
import { previewReverts } from './previewReverts';

const preview = {
  state: 'reverts',
  source: 'node.example.org',
  reason: 'u256_sub Overflow',
} as const;

describe('previewReverts', () => {
  it('warns of a transaction that fails, with its reason', () => {
    expect(tells(previewReverts, { preview })).toEqual(['critical: This would fail']);
    const [warning] = previewReverts(subjectOf({ preview }));
    expect(warning && inEnglish(warning.text)).toContain('Reason: u256_sub Overflow');
  });

  it('is silent where it succeeds or is not known', () => {
    expect(tells(previewReverts, {})).toEqual([]);
    expect(tells(previewReverts, { preview: { state: 'unknown', why: 'Offline' } })).toEqual([]);
  });
});
