import { describe, expect, it } from '@jest/globals';
import { typedData as oracle } from 'starknet';
import { example, type Json, type Parts } from '../../../test/messages/typedDataExample';
import { typedDataHash } from './hash';
import { parseTypedData } from './parse';

type Oracle = Parameters<typeof oracle.getMessageHash>[0];
type Field = { type: string; contains?: string; value: unknown };

const felt = `0x${'5'.repeat(60)}`;
const tree = { type: 'merkletree', contains: 'Leaf', value: [{ x: 1 }, { x: felt }, { x: 3 }] };
const both: Field[] = [
  { type: 'felt', value: felt },
  { type: 'felt', value: 'a text' },
  { type: 'bool', value: true },
  { type: 'string', value: 'longer than the thirty-one bytes that a felt has room for' },
  { type: 'selector', value: 'transfer' },
  { type: 'Leaf', value: { x: 7 } },
  { type: 'felt*', value: [1, felt, 3] },
  { type: 'Leaf*', value: [{ x: 1 }, { x: 2 }] },
  tree,
];
const every = {
  // Revision 0 has no text longer than a felt.
  0: both.filter(({ type }) => type !== 'string'),
  1: [
    ...both,
    { type: 'shortstring', value: 'short' },
    { type: 'u128', value: 2 ** 40 },
    { type: 'i128', value: '-5' },
    { type: 'timestamp', value: 1_700_000_000 },
    { type: 'ContractAddress', value: '0x7' },
    { type: 'ClassHash', value: felt },
    { type: 'u256', value: { low: '0x1', high: '0x2' } },
    { type: 'TokenAmount', value: { token_address: '0x7', amount: { low: '0x1', high: '0x0' } } },
    { type: 'NftId', value: { collection_address: '0x7', token_id: { low: '0x1', high: '0x0' } } },
    { type: 'enum', contains: 'Choice', value: { Two: [1, { x: 2 }] } },
    { type: 'enum', contains: 'Choice', value: { None: [] } },
  ],
};

/** A message with a value of every type that there is. */
function ofEveryType(revision: 0 | 1): Parts {
  const parts = example(revision);
  const fields = every[revision] as readonly Field[];
  const named = fields.map(({ type, contains }, at) => ({
    name: `f${at}`,
    type,
    ...(contains && { contains }),
  }));
  parts.types.Leg = named;
  parts.types.Leaf = [{ name: 'x', type: 'felt' }];
  if (revision === 1)
    parts.types.Choice = [
      { name: 'None', type: '()' },
      { name: 'Two', type: '(u128,Leaf)' },
    ];
  const values: Json = Object.fromEntries(fields.map(({ value }, at) => [`f${at}`, value]));
  return { ...parts, message: { ...parts.message, leg: values } };
}

describe('typedDataHash', () => {
  // @promise T13.1
  it.each([0, 1] as const)('agrees with starknet.js on every type of revision %i', (revision) => {
    const parts = ofEveryType(revision);
    const expected = oracle.getMessageHash(structuredClone(parts) as unknown as Oracle, '0x7'); // the oracle's type names the fields of a domain
    expect(BigInt(typedDataHash(parseTypedData(parts), '0x7'))).toBe(BigInt(expected));
  });
});
