import { setTimeout } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { createLineLimit } from './lineLimit';

it('admits a few lines of each source in a second, and counts the others', async () => {
  const counts: number[] = [];
  const limit = createLineLimit((count) => void counts.push(count));
  const admitted = (source: string): number =>
    Array.from({ length: 40 }, () => limit.admits(source)).filter(Boolean).length;
  expect([admitted('one node'), admitted('another')]).toEqual([5, 5]);
  while (counts.length === 0) await setTimeout(20);
  expect(counts).toEqual([70]);
  expect(admitted('one node')).toBe(5);
  limit.close();
  expect(counts).toEqual([70, 35]);
});

it('admits no lines of ever new sources, and still those of a known one', () => {
  const limit = createLineLimit(() => undefined);
  const admitted = Array.from({ length: 300 }, (_, index) => limit.admits(`source ${index}`));
  expect(admitted.filter(Boolean)).toHaveLength(100);
  expect(limit.admits('source 0')).toBe(true);
  limit.close();
});
