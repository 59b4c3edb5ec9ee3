import { describe, expect, it } from '@jest/globals';
import { withoutProof } from './promised';

const outcome = (name: string, status = 'passed', file = 'a.test.ts') => ({ file, name, status });
const named = (name: string) => ({ file: 'a.test.ts', name });

describe('a test that a page of docs/ names', () => {
  it('requires that it passed, in its own file', () => {
    const kept = named('keeps it (always)');
    expect(withoutProof([kept], [outcome('keeps it (always)')])).toEqual([]);
    for (const outcomes of [
      [],
      [outcome('keeps it (always), or nearly')],
      [outcome('keeps it (always)', 'passed', 'b.test.ts')],
      [outcome('keeps it (always)', 'failed')],
      [outcome('keeps it (always)', 'pending')],
      [outcome('keeps it (always)'), outcome('keeps it (always)', 'todo')],
    ])
      expect(withoutProof([kept], outcomes)).toEqual([kept]);
  });

  it.each(['takes %s of all', 'takes $name.first of all', `takes \${RUNS} of all`])(
    'requires that "%s" passed with all that it was filled with',
    (name) => {
      const each = [outcome('takes 3 of all'), outcome('takes a\nb of all')];
      expect(withoutProof([named(name)], each)).toEqual([]);
      const failed = outcome('takes 4 of all', 'failed');
      expect(withoutProof([named(name)], [...each, failed])).toEqual([named(name)]);
      expect(withoutProof([named(name)], [outcome('takes  all')])).toEqual([named(name)]);
    },
  );
});
