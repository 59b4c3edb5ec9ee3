import { describe, expect, it } from '@jest/globals';
import {
  example,
  type Parts,
  refusal,
  refused,
  withType,
} from '../../../test/messages/typedDataExample';
import { parseTypedData } from './parse';

describe('a value of a basic type', () => {
  for (const revision of [0, 1] as const) {
    it.each([
      true,
      -1,
      1.5,
      2 ** 53,
      '-5',
      ' ',
      ' 12',
      '0x',
      '0xzz',
      '0b1',
      '0o7',
      'ß',
      'a\nb',
      'a'.repeat(32),
      `0x${(2n ** 251n + 17n * 2n ** 192n + 1n).toString(16)}`,
      [],
      {},
    ])(`refuses %j as a felt (revision ${revision})`, (value) => {
      refused(withType(revision, 'felt', value), 'message.leg.to');
    });

    it.each(['', '12', 5, '0x', '0xzz', 'a\nb', 'ß', `0x${'f'.repeat(63)}`])(
      `refuses %j as a selector (revision ${revision})`,
      (value) => refused(withType(revision, 'selector', value), 'message.leg.to'),
    );

    it.each([1, 0, 'true', null])(`refuses %j as a bool (revision ${revision})`, (value) =>
      refused(withType(revision, 'bool', value), 'message.leg.to'),
    );
  }

  // @promise T13.1
  it.each([
    ['u128', 2n ** 128n],
    ['timestamp', 2n ** 128n],
    ['i128', 2n ** 127n],
    ['i128', -(2n ** 127n) - 1n],
    ['ContractAddress', 2n ** 251n - 256n],
    ['ClassHash', 2n ** 251n + 17n * 2n ** 192n + 1n],
  ])('refuses a %s that is just out of its range', (type, bound) => {
    const inside = bound < 0n ? bound + 1n : bound - 1n;
    refused(withType(1, type, bound.toString()), 'message.leg.to');
    expect(() => parseTypedData(withType(1, type, inside.toString()))).not.toThrow();
  });

  it.each([8n, 16n, 32n, 64n])(
    'refuses a u%s of revision 0 that is just out of its range',
    (bits) => {
      const bound = 2n ** bits;
      refused(withType(0, `u${bits}`, bound.toString()), 'message.leg.to');
      expect(() => parseTypedData(withType(0, `u${bits}`, (bound - 1n).toString()))).not.toThrow();
    },
  );

  // @promise T13.1
  it.each([
    ['a string', 'ß'],
    ['a string', 5],
    ['a string', 'two\nlines'],
  ])('refuses %s that implementations encode differently: %j', (_what, value) =>
    refused(withType(1, 'string', value), 'message.leg.to'),
  );

  it('refuses a u256 that is no pair of limbs', () => {
    refused(withType(1, 'u256', '5'), 'message.leg.to');
    refused(withType(1, 'u256', { low: 1, high: 0, extra: 1 }), 'message.leg.to.extra');
    refused(withType(1, 'u256', { low: '0x1'.padEnd(36, '0'), high: 0 }), 'message.leg.to.low');
  });
});

describe('an enum', () => {
  const withEnum = (value: unknown, variants: unknown = undefined): Parts => {
    const parts = example(1);
    parts.types.Leg = [{ name: 'to', type: 'enum', contains: 'Choice' }];
    parts.types.Choice = variants ?? [
      { name: 'none', type: '()' },
      { name: 'some', type: '(felt,felt*)' },
    ];
    parts.message.leg = { to: value };
    return parts;
  };
  it.each([
    ['two variants', { some: [1, [2]], none: [] }, 'message.leg.to'],
    ['no variant', {}, 'message.leg.to'],
    ['null', null, 'message.leg.to'],
    ['an unknown variant', { other: [] }, 'message.leg.to.other'],
    ['too few values', { some: [1] }, 'message.leg.to.some'],
    ['too many values', { some: [1, [2], 3] }, 'message.leg.to.some'],
    ['values of an empty variant', { none: [1] }, 'message.leg.to.none'],
    ['no array of values', { some: { 0: 1, 1: [2] } }, 'message.leg.to.some'],
    ['a wrong value', { some: [1, 2] }, 'message.leg.to.some.1'],
  ])('refuses an enum with %s', (_what, value, path) => refused(withEnum(value), path));

  it.each([
    ['no variants', []],
    ['a variant without parentheses', [{ name: 'a', type: 'felt' }]],
    ['spaces between types', [{ name: 'a', type: '(felt, felt)' }]],
    ['an empty type', [{ name: 'a', type: '(felt,)' }]],
    ['an enum inside of a variant', [{ name: 'a', type: '(enum)' }]],
  ])('refuses an enum with %s in its type', (_what, variants) => {
    expect(refusal(withEnum({ a: [] }, variants)).kind).toBe('invalidParams');
  });

  it('refuses an enum that is used as a structure, and the reverse', () => {
    const struct = withEnum({ none: [] });
    struct.types.Order = [{ name: 'leg', type: 'Choice' }];
    refused(struct, 'types.Choice.0.type');
    const reverse = example(1);
    reverse.types.Order = [{ name: 'leg', type: 'enum', contains: 'Leg' }];
    refused(reverse, 'types.Leg.0.type');
  });
});
