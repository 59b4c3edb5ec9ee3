import { describe, expect, it } from '@jest/globals';
import { draw } from './draw';
import { joinAlternatives, say } from './texts';

describe('draw', () => {
  it('fills the places of a text, also with other texts', () => {
    const what = say('methods.fault.type', {
      path: 'x',
      types: joinAlternatives([say('methods.type.string'), say('methods.type.null')]),
    });
    expect(draw(what)).toBe('x must be a text or null.');
  });

  it('leaves texts of others as they are, and shows what hides in them within a sentence', () => {
    expect(draw('a\u202eb\nc')).toBe('a\u202eb\nc');
    expect(draw(say('failures.pageServer', { status: 'a\u202eb' }))).toContain('a\\u{202e}b');
  });
});

describe('joinAlternatives', () => {
  it('names alternatives in their order', () => {
    expect(draw(joinAlternatives(['a', 'b', 'c']))).toBe('a or b or c');
    expect(draw(joinAlternatives([]))).toBe('');
  });
});
