import { expect, it } from '@jest/globals';
import { selectorOf } from '../selector';
import { abiAgrees } from './abiAgrees';
import { parseAbi } from './parseAbi';

const order = (second: string) => ({
  ...{ type: 'struct', name: 'a::Order' },
  members: [
    { name: 'recipient', type: 'core::felt252' },
    { name: second, type: 'core::integer::u256' },
  ],
});
const act = (name: string, type = 'a::Order') => ({
  ...{ type: 'function', name: 'act', state_mutability: 'external', outputs: [] },
  inputs: [{ name, type }],
});
const chain = parseAbi([
  { type: 'impl', name: 'Impl', interface_name: 'a::I' },
  order('amount'),
  { type: 'interface', name: 'a::I', items: [act('order')] },
]);
const agrees = (hint: unknown, selector = selectorOf('act')) =>
  abiAgrees(hint, chain ?? { cairo: 1, functions: {}, structs: {}, enums: {} }, selector);

it('agrees with a hint that says the same, in whichever form', () => {
  expect(agrees([act('order'), order('amount')])).toBe(true);
  expect(agrees(JSON.stringify([order('amount'), act('order')]))).toBe(true);
});

it.each<[string, unknown]>([
  ['another name of a parameter', [act('gift'), order('amount')]],
  ['another type', [act('order', 'core::felt252'), order('amount')]],
  ['another name of a field, two levels down', [act('order'), order('fee')]],
  ['a type left out', [act('order')]],
  ['another function', [{ ...act('order'), name: 'other' }, order('amount')]],
  ['two things at once', [act('order'), act('gift'), order('amount')]],
  ['nothing', []],
  ['what is no ABI', 'abi'],
])('does not agree with a hint that says %s', (_, hint) => {
  expect(agrees(hint)).toBe(false);
});

it('agrees on no function that the chain does not have', () => {
  expect(agrees([{ ...act('order'), name: 'other' }, order('amount')], selectorOf('other'))).toBe(
    false,
  );
});
