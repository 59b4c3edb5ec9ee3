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
    ['read condition value', 'value === limit', 'false'],
    ['read condition length', 'parts.length > limit', 'true'],
    ['read argument accept value', 'value, {', '0, {', '0'],
    ['read value depth', 'depth: 3', 'depth: 4', '4'],
    ['read operation limit value', 'value === limit', 'value !== limit'],
    ['other.read result', 'limit < 0 }', 'true }', 'true'],
    ['read element head', '[head(value)', '[0', '0'],
  ])('replaces %s', (at, old, now, by = now) => {
    expect(change(at, by)).toBe(source.replace(old, now));
  });

  it('removes the comma of a list with its part', () => {
    expect(change('read element head', '')).toBe(source.replace('head(value),', ''));
    expect(change('read property size', '')).toBe(source.replace('size: limit,', ''));
  });

  it.each(['read if', 'read condition', 'read condition limit', 'nowhere if', 'read sentence'])(
    'returns undefined for “%s”, which names no node or several',
    (at) => {
      expect(change(at, '')).toBeUndefined();
    },
  );
});
