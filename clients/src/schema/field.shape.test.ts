import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ModuleError } from '../errors';
import { checkShape, deepFreeze, shapeLimits } from './field';

const { ordinary, large } = shapeLimits;

const refusal = (value: unknown, size?: keyof typeof shapeLimits): string => {
  try {
    checkShape(value, size);
  } catch (error) {
    if (error instanceof ModuleError && error.kind === 'invalidRequest') return error.message;
    throw error;
  }
  return 'taken';
};
/** A value inside `levels` objects. */
const nested = (levels: number, inner: unknown = 1): unknown => {
  let value = inner;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

describe('checkShape', () => {
  it('accepts any JSON of a usual size', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        fc.pre(!/"(__proto__|constructor|prototype)":/u.test(JSON.stringify(value)));
        expect(refusal(value)).toBe('taken');
      }),
    );
  });

  it.each([[undefined], [null], [0], ['text'], [true], [[]], [{}]])('accepts %p', (value) => {
    expect(refusal(value)).toBe('taken');
  });

  // @promise T19.1
  it('refuses what is nested too deeply', () => {
    expect(refusal(nested(ordinary.depth + 1))).toBe('taken');
    expect(refusal(nested(ordinary.depth + 2))).toContain('nested too deeply');
  });

  // @promise T19.1
  it('survives a nesting that no recursion could follow', () => {
    expect(refusal(nested(200_000))).toContain('nested too deeply');
  });

  it('refuses what contains itself', () => {
    const loop: Record<string, unknown> = {};
    loop.inner = { loop };
    expect(refusal(loop)).toContain('contains itself');
    const list: unknown[] = [];
    list.push(list);
    expect(refusal(list)).toContain('contains itself');
  });

  it('accepts one value that stands in two places', () => {
    const shared = { a: 1 };
    expect(refusal([shared, shared])).toBe('taken');
  });

  // @promise T19.1
  it('refuses more parts than the limit, in one array or over many', () => {
    expect(refusal(new Array(ordinary.keys).fill(0))).toBe('taken');
    expect(refusal(new Array(ordinary.keys + 1).fill(0))).toContain('too many parts');
    const hundred = new Array(100).fill(0);
    expect(refusal(new Array(100).fill(hundred))).toContain('too many parts');
  });

  it('refuses a text that is too long, as a value or as a name', () => {
    const longest = 'x'.repeat(ordinary.textLength);
    expect(refusal(longest)).toBe('taken');
    expect(refusal(`${longest}x`)).toContain('too long');
    expect(refusal({ [`${longest}x`]: 1 })).toContain('too long');
  });

  it('refuses texts that are too long together', () => {
    const longest = 'x'.repeat(ordinary.textLength);
    const most = Math.floor(ordinary.totalLength / longest.length) - 1;
    expect(refusal(new Array(most).fill(longest))).toBe('taken');
    expect(refusal(new Array(most + 2).fill(longest))).toContain('too large');
  });

  it('accepts more if a method declares a class, up to limits of its own', () => {
    const program = new Array(large.keys - 10).fill('0x1');
    expect(refusal({ program })).toContain('too many parts');
    expect(refusal({ program }, 'large')).toBe('taken');
    expect(refusal(new Array(large.keys + 1).fill(0), 'large')).toContain('too many parts');
    expect(refusal('x'.repeat(large.textLength + 1), 'large')).toContain('too long');
    const [half, most] = ['x'.repeat(large.textLength / 2), large.totalLength / large.textLength];
    expect(refusal(new Array(Math.ceil(most * 2) + 1).fill(half), 'large')).toContain('too large');
    expect(refusal(nested(large.depth + 2), 'large')).toContain('nested too deeply');
  });

  // @promise T20.1
  it.each(['__proto__', 'constructor', 'prototype'])('refuses the name %s anywhere', (name) => {
    const poisoned = JSON.parse(`{"a":[{"${name}":{"polluted":true}}]}`);
    expect(refusal(poisoned)).toContain(`The name ${name} is not allowed`);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('accepts these words as values', () => {
    expect(refusal({ a: '__proto__', b: ['constructor'] })).toBe('taken');
  });
});

describe('deepFreeze', () => {
  const isFrozenThrough = (value: unknown): boolean =>
    typeof value !== 'object' ||
    value === null ||
    (Object.isFrozen(value) && Object.values(value).every(isFrozenThrough));

  it('freezes any JSON value all the way down, and answers with it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(deepFreeze(value)).toBe(value);
        expect(isFrozenThrough(value)).toBe(true);
      }),
    );
  });

  it('freezes what stands inside a value that is frozen already', () => {
    const inner = { chainId: 'a' };
    deepFreeze({ context: Object.freeze({ network: inner }) });
    expect(Object.isFrozen(inner)).toBe(true);
  });
});
