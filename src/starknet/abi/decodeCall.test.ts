import { describe, expect, it } from '@jest/globals';
import { encodeCall } from '../../../test/random/encodeCall';
import { FIELD_PRIME } from '../../schema/primitives';
import { getSelector } from '../selector';
import type { Abi, Value } from './abi';
import { decodeCall } from './decodeCall';
import { parseAbi } from './parseAbi';

const SELECTOR = getSelector('act');
const declared = [
  {
    type: 'struct',
    name: 'a::Pair::<core::integer::u8, core::bool>',
    members: [
      { name: 'first', type: 'core::integer::u8' },
      { name: 'second', type: 'core::bool' },
    ],
  },
  {
    type: 'enum',
    name: 'a::Order',
    variants: [
      { name: 'Buy', type: 'core::integer::u256' },
      { name: 'Cancel', type: '()' },
    ],
  },
  {
    type: 'enum',
    name: 'a::Twice',
    variants: ['Same', 'Same'].map((name) => ({ name, type: 'core::integer::u8' })),
  },
];
function abiWith(type: string): Abi {
  const act = { type: 'function', name: 'act', inputs: [{ name: 'a', type }] };
  const abi = parseAbi([act, ...declared]);
  if (!abi) throw new Error('The ABI is not read.');
  return abi;
}
const hex = (felt: bigint | number) =>
  `0x${(felt < 0 ? FIELD_PRIME + BigInt(felt) : BigInt(felt)).toString(16)}`;

/** The value of a function's one argument; what decodes is encoded to the same felts. */
function decode(type: string, felts: (bigint | number)[]): Value | undefined {
  const calldata = felts.map(hex);
  const decoded = decodeCall(abiWith(type), SELECTOR, calldata);
  if (decoded) expect(encodeCall(abiWith(type), decoded)).toEqual(calldata);
  return decoded?.args[0]?.value;
}

const u = (bits: number) => `core::integer::u${bits}`;
const ADDRESS = 'core::starknet::contract_address::ContractAddress';
const ETHEREUM = 'core::starknet::eth_address::EthAddress';
const TEXT = 'core::byte_array::ByteArray';
const WIDEST = `core::internal::bounded_int::BoundedInt::<${1n - 2n ** 250n}, ${2n ** 250n - 1n}>`;
const BOUNDED = 'core::internal::bounded_int::BoundedInt::<-5, 9>';
const max128 = 2n ** 128n - 1n;

describe('decodeCall', () => {
  it.each<[string, (bigint | number)[], Partial<Value>]>([
    ['core::felt252', [FIELD_PRIME - 1n], { as: 'felt', value: hex(-1) }],
    ['core::bool', [1], { as: 'bool', value: true }],
    [u(8), [255], { as: 'number', value: '255' }],
    ['core::integer::i8', [-128], { as: 'number', value: '-128' }],
    ['core::integer::i128', [2n ** 127n - 1n], { as: 'number', value: `${2n ** 127n - 1n}` }],
    [u(256), [5, max128], { as: 'number', value: `${(max128 << 128n) + 5n}` }],
    [u(512), [1, 0, 0, 1], { as: 'number', value: `${2n ** 384n + 1n}` }],
    [ADDRESS, [10], { as: 'address', value: `0x${'a'.padStart(64, '0')}` }],
    ['core::starknet::class_hash::ClassHash', [10], { as: 'classHash', value: '0xa' }],
    [ETHEREUM, [10], { as: 'felt', value: `0x${'a'.padStart(40, '0')}` }],
    ['core::bytes_31::bytes31', [2n ** 248n - 1n], { as: 'felt', value: `0x${'ff'.repeat(31)}` }],
    [TEXT, [0, 0, 0], { as: 'text', value: '', raw: ['0x0', '0x0', '0x0'] }],
    [TEXT, [0, 0x6869, 2], { as: 'text', value: 'hi' }],
    [TEXT, [0, 0x00fe, 2], { as: 'text', value: '0x00fe' }],
    [TEXT, [1, 0xff, 0, 0], { as: 'text', value: `0x${'00'.repeat(30)}ff` }],
    ['()', [], { as: 'list', items: [] }],
    [BOUNDED, [-5], { as: 'number', value: '-5' }],
    [WIDEST, [1n - 2n ** 250n], { as: 'number', value: `${1n - 2n ** 250n}` }],
    ['core::zeroable::NonZero::<core::integer::u8>', [3], { as: 'number', value: '3' }],
  ])('reads %s of %p', (type, felts, value) => {
    expect(decode(type, felts)).toMatchObject({ type, ...value });
  });

  const number = (value: number, bits = 8) => ({ type: u(bits), as: 'number', value: `${value}` });
  it.each<[string, number[], object]>([
    ['core::array::Array::<core::integer::u8>', [2, 7, 8], { items: [number(7), number(8)] }],
    ['core::array::Span::<core::integer::u8>', [0], { items: [] }],
    ['[core::integer::u8; 2]', [7, 8], { items: [number(7), number(8)] }],
    ['(core::integer::u8,)', [7], { items: [number(7)] }],
    [
      '(core::integer::u8, (core::integer::u16, [core::integer::u8; 1]))',
      [1, 2, 3],
      { items: [number(1), { items: [number(2, 16), { items: [number(3)] }] }] },
    ],
    ['core::option::Option::<core::integer::u8>', [0, 7], { variant: 'Some', value: number(7) }],
    ['core::option::Option::<core::integer::u8>', [1], { variant: 'None', value: null }],
    ['core::result::Result::<(), core::integer::u8>', [1, 7], { variant: 'Err', value: number(7) }],
    ['core::result::Result::<(), core::integer::u8>', [0], { variant: 'Ok', value: null }],
    ['a::Order', [0, 7, 0], { variant: 'Buy', value: number(7, 256) }],
    ['a::Order', [1], { variant: 'Cancel', value: null }],
    [
      'a::Pair::<core::integer::u8, core::bool>',
      [7, 1],
      {
        fields: [
          { name: 'first', value: number(7) },
          { name: 'second', value: { as: 'bool', value: true } },
        ],
      },
    ],
  ])('reads %s of %p, part by part', (type, felts, value) => {
    expect(decode(type, felts)).toMatchObject({ type, ...value });
  });

  it.each<[string, (bigint | number)[]]>([
    ['core::felt252', []],
    ['core::felt252', [1, 2]],
    ['core::bool', [2]],
    [u(8), [256]],
    ['core::integer::i8', [128]],
    ['core::integer::i8', [-129]],
    [u(128), [max128 + 1n]],
    [u(256), [max128 + 1n, 0]],
    [u(256), [0, max128 + 1n]],
    [u(256), [0]],
    [u(512), [0, 0, 0, max128 + 1n]],
    [ADDRESS, [2n ** 251n]],
    ['core::starknet::class_hash::ClassHash', [2n ** 251n]],
    [ETHEREUM, [2n ** 160n]],
    ['core::bytes_31::bytes31', [2n ** 248n]],
    [TEXT, [0, 0x6869, 1]],
    [TEXT, [0, 1, 0]],
    [TEXT, [0, 0, 31]],
    [TEXT, [1, 2n ** 248n, 0, 0]],
    [TEXT, [1, 0, 0]],
    [TEXT, [FIELD_PRIME - 1n, 0, 0]],
    [BOUNDED, [-6]],
    [BOUNDED, [10]],
    ['core::internal::bounded_int::BoundedInt::<-9, -5>', [-3]],
    ['core::zeroable::NonZero::<[core::felt252; 1]>', [1]],
    ['core::zeroable::NonZero::<core::integer::u8>', [0]],
    ['core::zeroable::NonZero::<core::integer::u256>', [0, 0]],
    [`core::zeroable::NonZero::<${ADDRESS}>`, [0]],
    ['core::array::Array::<core::integer::u8>', [2, 7]],
    ['core::array::Array::<core::integer::u8>', [1, 7, 8]],
    ['core::array::Array::<core::integer::u8>', [2n ** 200n, 7]],
    ['core::option::Option::<core::integer::u8>', [2]],
    ['core::option::Option::<core::integer::u8>', [1, 0]],
    ['a::Order', [2]],
    ['a::Twice', [0, 7]],
    ['a::Unknown', [1]],
    ['core::felt252*', [1]],
    ['core::array::Array::<core::integer::u8', [1, 7]],
    ['core::array::Array::<core::integer::u8>x', [1, 7]],
    ['(core::integer::u8, core::integer::u8]', [1, 7]],
    ['(core::integer::u8, core::integer::u8', [1, 7]],
    ['[core::integer::u8; 2)', [1, 7]],
    ['[core::integer::u8; ]', []],
    ['[core::integer::u8; 2; 2]', [1, 7]],
    ['[core::integer::u8; 0000002]', [1, 7]],
    ['[(); 2]', []],
    ['(core::integer::u8), (core::integer::u8)', [1, 7]],
    ['core::option::Option::<core::integer::u8, core::integer::u8>', [0, 7]],
    ...[
      '9, 5',
      '5',
      'x5, 9',
      '5x, 9',
      '5, x9',
      '5, 9x',
      '5, 9, 10',
      '',
      `0, ${2n ** 250n}`,
      `-${2n ** 250n}, 9`,
    ].map((range): [string, bigint[]] => [
      `core::internal::bounded_int::BoundedInt::<${range}>`,
      [7n],
    ]),
  ])('refuses %s of %p', (type, felts) => {
    expect(decode(type, felts)).toBeUndefined();
  });

  it('accepts selectors and felts in any spelling, and none beyond the field', () => {
    const abi = abiWith('core::felt252');
    const padded = `0x0${SELECTOR.slice(2).toUpperCase()}`;
    const args = [{ name: 'a', value: { type: 'core::felt252', as: 'felt', value: '0xff' } }];
    for (const felt of ['255', '0xFF', '0x00ff'])
      expect(decodeCall(abi, padded, [felt])).toEqual({ name: 'act', args });
    for (const felt of [`0x${FIELD_PRIME.toString(16)}`, '-1', '', 'ff'])
      expect(decodeCall(abi, SELECTOR, [felt])).toBeUndefined();
    // 5 in the field, but not what 5 is encoded to.
    const beyond = [`0x${(FIELD_PRIME + 5n).toString(16)}`];
    expect(decodeCall(abiWith('core::integer::i8'), SELECTOR, beyond)).toBeUndefined();
    for (const selector of ['0x1', 'act', '', 'toString', '__proto__'])
      expect(decodeCall(abi, selector, ['0x1'])).toBeUndefined();
  });

  it('makes no more values than people can look at', () => {
    const many = 'core::array::Array::<(core::felt252, (), (), (), (), (), (), (), ())>';
    const felts = (count: number) => [count, ...Array<number>(count).fill(0)];
    expect(decode(many, felts(900))).toBeDefined();
    expect(decode(many, felts(5_000))).toBeUndefined();
  });
});
