import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import { type AnyStruct, parse } from '@xnet/clients/schema/field';
import { ContractAddress, Felt, Hex, hexFault } from './primitives';

const fault = (struct: AnyStruct, value: string): string => {
  try {
    parse(value, struct, 'invalidParams');
  } catch (error) {
    if (error instanceof ModuleError) return error.message;
  }
  throw new Error(`It takes ${value}.`);
};

describe('what is said of hex that is none', () => {
  it.each([
    ['0x', 'it ends after 0x'],
    ['0x12g4', 'after 0x it has other signs than 0-9 and a-f'],
    ['0x12 34', 'after 0x it has other signs than 0-9 and a-f'],
    [`0x${'1'.repeat(65)}`, 'it has 65 digits after 0x, and 64 is the most'],
  ])('explains why %s is no hex: %s', (text, why) => {
    expect(fault(ContractAddress, text)).toMatch(`Expected a Starknet address, but ${why}.`);
    expect(fault(Felt, text)).toMatch(`Expected a felt, but ${why}.`);
    expect(hexFault(text)).toBe(why);
  });

  it('asks for 0x only if it is missing', () => {
    expect(fault(ContractAddress, 'alice')).toMatch('a Starknet address as 0x-prefixed hex.');
    expect(hexFault('alice')).toBeUndefined();
    expect(hexFault('0x12ab')).toBeUndefined();
  });
});

it.each([
  ['a felt', Felt],
  ['an address', ContractAddress],
  ['a quantity', Hex],
])('keeps the received value out of the message about %s', (_name, struct) => {
  const secret = 'secret-9f1c-value';
  const message = fault(struct, secret);
  expect(message).toMatch(/[Ee]xpected .*\.$/u);
  expect(message).not.toContain(secret);
});
