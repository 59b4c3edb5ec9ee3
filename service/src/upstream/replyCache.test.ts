import { describe, expect, it } from '@jest/globals';
import { createReplyCache } from './replyCache';

const text = 'x'.repeat(700);

describe('createReplyCache', () => {
  it('drops the answers that were asked for longest ago when it is full', () => {
    const cache = createReplyCache(16_384);
    for (let at = 0; at < 10; at += 1) cache.set(`question ${at}`, text);
    cache.get('question 0');
    for (let at = 10; at < 20; at += 1) cache.set(`question ${at}`, text);
    expect(cache.get('question 0')).toBe(text);
    expect(cache.get('question 1')).toBeUndefined();
    expect(cache.get('question 19')).toBe(text);
    expect(cache.calculatedSize).toBeLessThanOrEqual(16_384);
  });

  it('keeps no answer that takes more than a sixteenth of it', () => {
    const cache = createReplyCache(16_384);
    cache.set('long', 'x'.repeat(1_000));
    expect(cache.get('long')).toBeUndefined();
  });

  it('keeps nothing in 0 bytes', () => {
    const cache = createReplyCache(0);
    cache.set('a', 'b');
    expect(cache.get('a')).toBeUndefined();
  });
});
