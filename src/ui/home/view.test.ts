import { describe, expect, it } from '@jest/globals';
import { chainIds } from '../../schema/primitives';
import { createView, homePages, parseView } from './view';

const view = createView(chainIds.sepolia);

describe('a view that the wallet kept', () => {
  it('returns the view as it was kept, on whichever page', () => {
    for (const page of homePages) {
      const kept = { ...view, page, open: 'paymaster', about: '0x1', older: 3, isExact: true };
      expect(parseView(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    }
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'main'],
    ['a list', [view]],
    ['a page that is none', { ...view, page: 'constructor' }],
    ['a network that is none', { ...view, chainId: '0x1' }],
    ['no network', { ...view, chainId: undefined }],
    ['a setting that is no text', { ...view, open: 1 }],
    ['a subject that is no text', { ...view, about: null }],
    ['a form that is no texts', { ...view, draft: { to: 1 } }],
    ['a part of a page', { ...view, older: 0.5 }],
    ['a page as a text', { ...view, older: '1' }],
    ['a choice that is neither', { ...view, isExact: 1 }],
    ['a field of another version', { ...view, scrolled: 1 }],
  ])('returns undefined for something else: %s', (_what, kept) => {
    expect(parseView(kept)).toBeUndefined();
  });
});
