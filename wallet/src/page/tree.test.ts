import { describe, expect, it } from '@jest/globals';
import { type JSXElement, Text } from '@metamask/snaps-sdk/jsx';
import { getJsxChildren } from '#vendor';
import { type Component, getChildren } from './tree';

const text = Text({ children: 'A' });
const lists: unknown[] = [
  text,
  'A',
  '',
  null,
  [],
  [text, null, false, true, ''],
  [text, [text, [null, text], false]],
  [[text, null]],
  [[[['', undefined, true]]]],
];

describe('the children of a component', () => {
  it.each(lists.map((children) => [children]))(
    'returns the children that the vendor reads: %j',
    (children) => {
      const drawn: unknown = { type: 'Box', props: { children }, key: null };
      const box = drawn as JSXElement & Component; // as a module may send it
      expect(getChildren(box)).toEqual(getJsxChildren(box));
    },
  );
});
