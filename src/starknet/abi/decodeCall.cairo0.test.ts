import { expect, it } from '@jest/globals';
import { encodeCall } from '../../../test/random/encodeCall';
import { getSelector } from '../selector';
import { decodeCall } from './decodeCall';
import { parseAbi } from './parseAbi';

const SELECTOR = getSelector('act');
const hex = (felt: number) => `0x${felt.toString(16)}`;

const uint256 = {
  type: 'struct',
  name: 'Uint256',
  size: 2,
  members: [
    { name: 'low', offset: 0, type: 'felt' },
    { name: 'high', offset: 1, type: 'felt' },
  ],
};
const point = {
  type: 'struct',
  name: 'Point',
  size: 2,
  members: ['x', 'y'].map((name, offset) => ({ name, offset, type: 'felt' })),
};
const decode = (inputs: object[], felts: number[]) => {
  const empty = { type: 'struct', name: 'Empty', size: 0, members: [] };
  const abi = parseAbi([{ type: 'function', name: 'act', inputs }, uint256, point, empty]);
  const decoded = abi && decodeCall(abi, SELECTOR, felts.map(hex));
  if (abi && decoded) expect(encodeCall(abi, decoded)).toEqual(felts.map(hex));
  return decoded?.args;
};
const felt = (value: number) => ({ type: 'felt', as: 'felt', value: hex(value) });

it('reads arrays with the count before them as one argument', () => {
  const inputs = [
    { name: 'to', type: 'felt' },
    { name: 'calldata_len', type: 'felt' },
    { name: 'calldata', type: 'felt*' },
    { name: 'points_len', type: 'felt' },
    { name: 'points', type: 'Point*' },
  ];
  expect(decode(inputs, [9, 2, 5, 6, 1, 7, 8])).toMatchObject([
    { name: 'to', value: felt(9) },
    { name: 'calldata', value: { type: 'felt*', as: 'list', items: [felt(5), felt(6)] } },
    {
      name: 'points',
      value: {
        items: [
          {
            fields: [
              { name: 'x', value: felt(7) },
              { name: 'y', value: felt(8) },
            ],
          },
        ],
      },
    },
  ]);
  expect(decode(inputs, [9, 3, 5, 6, 1, 7, 8])).toBeUndefined();
});

it('reads a number of 256 bits, named tuples, and a count without an array', () => {
  const inputs = [
    { name: 'amount', type: 'Uint256' },
    { name: 'pair', type: '(a : felt, b : (felt, felt))' },
    { name: 'items_len', type: 'felt' },
  ];
  expect(decode(inputs, [1, 1, 2, 3, 4, 5])).toMatchObject([
    { value: { type: 'Uint256', as: 'number', value: `${2n ** 128n + 1n}` } },
    { value: { fields: [{ name: 'a', value: felt(2) }, { name: 'b' }] } },
    { name: 'items_len', value: felt(5) },
  ]);
});

it('reads no tuple of which one part has a name and another has none', () => {
  expect(decode([{ name: 'pair', type: '(a : felt, felt)' }], [1, 2])).toBeUndefined();
  expect(decode([{ name: 'pair', type: '(felt, felt)' }], [1, 2])).toHaveLength(1);
});

it('reads no tuple with a part whose name is none', () => {
  for (const name of ['9a', 'a b', '', 'a:', 'x'.repeat(129)])
    expect(decode([{ name: 'pair', type: `(${name} : felt, b : felt)` }], [1, 2])).toBeUndefined();
  expect(decode([{ name: 'pair', type: '(a : felt, a : felt)' }], [1, 2])).toBeUndefined();
  const longest = `(${'x'.repeat(128)} : felt, b : felt)`;
  expect(decode([{ name: 'pair', type: longest }], [1, 2])).toHaveLength(1);
});

it('reads as one number no struct of another name or other parts', () => {
  const members = (...names: string[]) => names.map((name) => ({ name, type: 'felt' }));
  const read = (name: string, ...names: string[]) => {
    const act = { type: 'function', name: 'act', inputs: [{ name: 'a', type: name }] };
    const abi = parseAbi([act, { type: 'struct', name, members: members(...names) }]);
    return (
      abi &&
      decodeCall(
        abi,
        SELECTOR,
        names.map(() => '0x1'),
      )?.args[0]?.value.as
    );
  };
  expect(read('Uint256', 'low', 'high')).toBe('number');
  expect(read('Uint384', 'low', 'high')).toBe('struct');
  expect(read('Uint256', 'high', 'low')).toBe('struct');
  expect(read('Uint256', 'low', 'high', 'more')).toBe('struct');
});

it('refuses an array of what takes no felts', () => {
  const inputs = [
    { name: 'all_len', type: 'felt' },
    { name: 'all', type: 'Empty*' },
  ];
  expect(decode(inputs, [2])).toBeUndefined();
});

it('refuses an array without its count', () => {
  expect(decode([{ name: 'calldata', type: 'felt*' }], [1, 1])).toBeUndefined();
  const other = [
    { name: 'other_len', type: 'felt' },
    { name: 'calldata', type: 'felt*' },
  ];
  expect(decode(other, [1, 1])).toBeUndefined();
});
