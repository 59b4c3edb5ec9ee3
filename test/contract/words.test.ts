import { describe, expect, it } from '@jest/globals';
import { bareNames, commentOpenings, sourceShare, ternaries } from './words';
import words from './words.json';

const folders = ['clients', 'connect', 'dapp', 'scripts', 'service', 'src', 'wallet'];
const counters = { bareNames, openings: commentOpenings, ternaries };

type Measure = keyof typeof counters;
const leftovers: Readonly<Record<string, Partial<Record<Measure, number>>>> = words.leftovers;

/** The goal, or the share that a folder had when it was last measured: lower it with the share. */
const limitOf = (folder: string, measure: Measure): number =>
  leftovers[folder]?.[measure] ?? words.goals[measure];

describe('the words of the code', () => {
  it.each(
    folders.flatMap((folder) =>
      (Object.keys(counters) as Measure[]).map((measure) => [folder, measure] as const),
    ),
  )('keeps %s below its limit of %s in 1,000', (folder, measure) => {
    const { total, share, places } = sourceShare(folder, counters[measure]);
    expect(total).toBeGreaterThan(100);
    const limit = limitOf(folder, measure);
    // The places say what to rename or rewrite.
    expect(share > limit ? places : []).toEqual([]);
  });

  it('lists no leftover that has reached its goal', () => {
    const reached = Object.entries(leftovers).flatMap(([folder, measures]) =>
      (Object.keys(measures) as Measure[])
        .filter((measure) => limitOf(folder, measure) <= words.goals[measure])
        .map((measure) => `${folder}: ${measure}`),
    );
    expect(reached).toEqual([]);
  });

  it.each([
    ['const told = 1;', ['told']],
    ['const { known: name, given } = record;', ['given']],
    ['type Sum = { at: number };', ['at']],
    ['function later(askedBy: string) {}', ['later']],
  ])('finds bare names in `%s`', (code, names) => {
    expect(bareNames({ text: code }).found.map(({ text }) => text)).toEqual(names);
  });

  it('finds comments that open with another word than their subject', () => {
    const text = '/** What a site sees. */\n// Sites see this.\n/**\n * Of a site.\n */\n';
    const { total, found } = commentOpenings({ text });
    expect([total, found.map(({ line }) => line)]).toEqual([3, [1, 3]]);
  });

  it('counts each ternary in the lines of a file', () => {
    const text = 'const a = b\n  ? c\n  : d;\nconst e = f ? g : h;\n';
    const { total, found } = ternaries({ text });
    expect([total, found.map(({ line }) => line)]).toEqual([4, [1, 4]]);
  });
});
