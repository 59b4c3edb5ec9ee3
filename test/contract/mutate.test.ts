import { describe, expect, it } from '@jest/globals';
import { mutate } from '../mutants/mutate';

const source = `
export function read(value: unknown, limit: number) {
  if (limit < 0) throw new Error('negative');
  if (value === limit) return accept(value, { size: limit, depth: 3 });
  const parts = [head(value), tail(value)];
  return parts.length > limit ? [] : parts;
}
export const other = { read: (limit: number) => limit < 0 };
`;
const change = (at: string, by: string) => mutate('read.ts', source, at, by);

describe('mutate', () => {
  it.each([
    ['read argument accept value', 'value, {', '0, {', '0'],
    ['read call head', 'head(value)', '0'],
    ['read call accept', 'accept(value, { size: limit, depth: 3 })', 'value'],
  ])('replaces %s', (at, old, now, by = now) => {
    expect(change(at, by)).toBe(source.replace(old, now));
  });

  it('removes the comma of a list with its part', () => {
    expect(change('read call head', '')).toBe(source.replace('head(value),', ''));
  });

  it.each(['read call', 'read argument', 'read call value', 'nowhere call', 'read sentence'])(
    'returns undefined for “%s”, which names no node or several',
    (at) => {
      expect(change(at, '')).toBeUndefined();
    },
  );
});
