import { describe, expect, it } from '@jest/globals';
import {
  example,
  type Parts,
  refusal,
  refused,
  withType,
} from '../../../test/messages/typedDataExample';
import { FIELD_PRIME } from '../../schema/primitives';
import { toHex } from '../felt';
import { getSelector, starknetKeccak } from '../selector';
import { findFelt, findField, listStructs, type TypedStruct, type TypedValue } from './basic';
import { parseTypedData } from './parse';

function structAt(struct: TypedStruct, name: string): TypedStruct {
  const value = findField(struct, name);
  if (value?.as !== 'struct') throw new Error(`There is no struct ${name}.`);
  return value;
}

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

    it.each([
      '',
      '12',
      5,
      true,
      null,
      {},
      ['mint'],
      '0x',
      '0xzz',
      `0x${(2n ** 250n).toString(16)}`,
      'a\nb',
      'ß',
      `0x${'f'.repeat(63)}`,
    ])(`refuses %j as a selector (revision ${revision})`, (value) =>
      refused(withType(revision, 'selector', value), 'message.leg.to'),
    );

    it.each([1, 0, 'true', null])(`refuses %j as a bool (revision ${revision})`, (value) =>
      refused(withType(revision, 'bool', value), 'message.leg.to'),
    );
  }

  it.each([1.5, -1.5, -(2 ** 53), '-', ' -5', '-5.5', '1.5', '', 'five', null, true, [], [-5], {}])(
    'refuses %j as an i128',
    (value) => refused(withType(1, 'i128', value), 'message.leg.to'),
  );

  const leg = (type: string, value: unknown) =>
    findFelt(structAt(parseTypedData(withType(1, type, value)).message, 'leg'), 'to');

  it.each<[unknown, bigint]>([
    [0, 0n],
    ['0', 0n],
    [5, 5n],
    ['0x5', 5n],
    [-5, FIELD_PRIME - 5n],
    ['-5', FIELD_PRIME - 5n],
    [-1, FIELD_PRIME - 1n],
  ])('signs %j as an i128 by its felt', (value, felt) => {
    expect(leg('i128', value)).toBe(toHex(felt));
  });

  it.each<[string, string]>([
    ['mint', getSelector('mint')],
    ['0x5', '0x5'],
    [toHex(2n ** 250n - 1n), toHex(2n ** 250n - 1n)],
    ['pay 0x1', toHex(starknetKeccak('pay 0x1'))],
  ])('signs %j as a selector', (value, felt) => {
    expect(leg('selector', value)).toBe(felt);
  });

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

describe('listStructs', () => {
  const felt: TypedValue = { as: 'felt', type: 'felt', felt: '0x1' };
  const struct = (...fields: (readonly [string, TypedValue])[]): TypedStruct => ({
    as: 'struct',
    type: 'Leg',
    typeHash: '0x2',
    fields: fields.map(([name, value]) => ({ name, value })),
  });
  const leaf = struct(['Amount To', felt]);
  const text: TypedValue = { as: 'text', type: 'string', text: 'a' };
  const list: TypedValue = { as: 'list', type: 'Leg*', items: [felt, leaf] };
  const tree: TypedValue = { as: 'tree', type: 'merkletree', items: [leaf] };
  const choice: TypedValue = {
    as: 'enum',
    type: 'Choice',
    variant: 'Legs',
    index: 0,
    items: [text, leaf],
  };
  const whole = struct(['list', list], ['tree', tree], ['choice', choice], ['leg', leaf]);

  it('lists each struct with its path, whatever it is in', () => {
    expect(listStructs(whole, ['message'])).toEqual([
      { struct: whole, path: ['message'] },
      { struct: leaf, path: ['message', 'list', '1'] },
      { struct: leaf, path: ['message', 'tree', '0'] },
      { struct: leaf, path: ['message', 'choice', 'Legs', '1'] },
      { struct: leaf, path: ['message', 'leg'] },
    ]);
  });

  it('finds a felt by its plain name, and nothing for another value or name', () => {
    expect(findFelt(leaf, 'amountto')).toBe('0x1');
    expect(findFelt(leaf, 'amount')).toBeUndefined();
    expect(findFelt(whole, 'list')).toBeUndefined();
    expect(findField(whole, 'leg')).toBe(leaf);
  });
});
