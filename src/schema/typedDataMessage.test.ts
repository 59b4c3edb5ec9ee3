import { describe, expect, it } from '@jest/globals';
import { parse, shapeLimits } from '@xnet/clients/schema/field';
import { Declarable } from './contractPayload';
import { TypedDataMessage } from './typedDataMessage';

/** JSON text of an object with so many arrays, each in the one before it. */
const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const takers: [string, keyof typeof shapeLimits, (given: unknown) => unknown][] = [
  ['typed data', 'ordinary', (given: unknown) => parse(given, TypedDataMessage, 'invalidParams')],
  [
    'a contract class',
    'large',
    (given: unknown) => parse({ contract: given }, Declarable, 'invalidParams').contract,
  ],
];

describe.each(takers)('%s as JSON text', (_, size, read) => {
  const { depth } = shapeLimits[size];

  it('returns what the text says', () => {
    expect(read('{"a": [1]}')).toEqual({ a: [1] });
    expect(read(nested(depth))).toEqual(JSON.parse(nested(depth)));
  });

  // @promise T19.1
  it('refuses text nested deeper than a request may be, however deep', () => {
    for (const text of [nested(depth + 1), nested(30_000)])
      expect(() => read(text)).toThrow('as an object or as JSON text of one');
  });

  it.each(['{', '[]', '1', 'null', '"{}"', '{"__proto__": 1}'])('refuses %s', (text) => {
    expect(() => read(text)).toThrow('as an object or as JSON text of one');
  });
});
