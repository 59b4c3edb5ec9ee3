import { describe, expect, it } from '@jest/globals';
import { createDraw, inEnglish } from './draw';
import { german } from './german';
import { joinAlternatives, say } from './texts';

describe('createDraw', () => {
  it('fills the places of a text, also with other texts', () => {
    const what = say('methods.fault.type', {
      path: 'x',
      types: joinAlternatives([say('methods.type.string'), say('methods.type.null')]),
    });
    expect(inEnglish(what)).toBe('x must be a text or null.');
    expect(createDraw(german)(what)).toBe('x muss Folgendes sein: ein Text oder null.');
  });

  it('leaves texts of others as they are, and shows what hides in them within a sentence', () => {
    expect(inEnglish('a\u202eb\nc')).toBe('a\u202eb\nc');
    expect(inEnglish(say('failures.pageServer', { status: 'a\u202eb' }))).toContain('a\\u{202e}b');
  });
});

describe('joinAlternatives', () => {
  it('names alternatives in their order', () => {
    expect(inEnglish(joinAlternatives(['a', 'b', 'c']))).toBe('a or b or c');
    expect(inEnglish(joinAlternatives([]))).toBe('');
  });
});
