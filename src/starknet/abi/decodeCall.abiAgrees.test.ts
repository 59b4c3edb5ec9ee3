import { describe, expect, it } from '@jest/globals';
import { effort, finish } from '../effort';
import { getSelector } from '../selector';
import type { Abi } from './abi';
import { abiAgrees, parseHints } from './decodeCall';
import { parseAbi } from './parseAbi';

const order = (second: string) => ({
  type: 'struct',
  name: 'a::Order',
  members: [
    { name: 'recipient', type: 'core::felt252' },
    { name: second, type: 'core::integer::u256' },
  ],
});
const act = (name: string, type = 'a::Order') => ({
  type: 'function',
  name: 'act',
  state_mutability: 'external',
  outputs: [],
  inputs: [{ name, type }],
});
const chain = parseAbi([
  { type: 'impl', name: 'Impl', interface_name: 'a::I' },
  order('amount'),
  { type: 'interface', name: 'a::I', items: [act('order')] },
]);
const empty: Abi = { functions: {}, structs: {}, enums: {} };
const agrees = (hint: unknown, selector = getSelector('act')) =>
  abiAgrees(parseAbi(hint) ?? empty, chain ?? empty, selector);

it('agrees with a hint that says the same, in whichever form', () => {
  expect(agrees([act('order'), order('amount')])).toBe(true);
  expect(agrees(JSON.stringify([order('amount'), act('order')]))).toBe(true);
});

it.each<[string, unknown]>([
  ['another name of a parameter', [act('gift'), order('amount')]],
  ['another type', [act('order', 'core::felt252'), order('amount')]],
  ['another name of a field, two levels down', [act('order'), order('fee')]],
])('does not agree with a hint that says %s', (_, hint) => {
  expect(agrees(hint)).toBe(false);
});

it.each<[string, unknown]>([
  ['a type left out', [act('order')]],
  ['another function', [{ ...act('order'), name: 'other' }, order('amount')]],
  ['two things at once', [act('order'), act('gift'), order('amount')]],
  ['nothing', []],
  ['what is no ABI', 'abi'],
])('returns undefined for a hint that says %s', (_, hint) => {
  expect(agrees(hint)).toBeUndefined();
});

it('returns undefined for a function that the chain does not know', () => {
  const hint = [{ ...act('order'), name: 'other' }, order('amount')];
  expect(agrees(hint, getSelector('other'))).toBeUndefined();
});

describe('the hints of a dapp', () => {
  const abi = [act('order'), order('amount')];
  const hints = (abis: unknown, calls: number) => finish(parseHints(abis, calls));

  it('accepts one ABI for all calls, or one for each in order', () => {
    const read = parseAbi(abi);
    expect(hints(abi, 2)).toEqual([read, read]);
    expect(hints(JSON.stringify(abi), 2)).toEqual([read, read]);
    expect(hints([abi], 2)).toEqual([read, undefined]);
    expect(hints([null, JSON.stringify(abi), abi], 2)).toEqual([undefined, read]);
  });

  it('parses each ABI in a step of its own, since each may hold a thousand names to hash', () => {
    const abis = Array.from({ length: 8 }, (_, call) =>
      Array.from({ length: 900 }, (_, at) => ({ ...act('order'), name: `act_${call}_${at}` })),
    );
    const steps = parseHints(abis, 8);
    let [before, most] = [effort(), 0];
    for (let step = steps.next(); !step.done; step = steps.next()) {
      most = Math.max(most, effort() - before);
      before = effort();
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(40);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an empty list', []],
    ['a text', 'abi'],
    ['an object', { abi }],
  ])('ignores %s', (_, abis) => {
    expect(hints(abis, 1)).toEqual([undefined]);
  });
});
