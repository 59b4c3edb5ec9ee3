import { expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import { selectorOf } from '../selector';
import type { Abi, DecodedCall } from './abi';
import { decodeCall } from './decodeCall';
import { encodeCall } from './encodeCall';
import { parseAbi } from './parseAbi';

const abiWith = (...types: string[]): Abi => {
  const inputs = types.map((type, at) => ({ name: `a${at}`, type }));
  const abi = parseAbi([{ type: 'function', name: 'act', inputs }]);
  if (!abi) throw new Error('The ABI is not read.');
  return abi;
};
const option = 'core::option::Option::<core::integer::u8>';

/** A call of another ABI, encoded by this one. */
const encode = (abi: Abi, call: DecodedCall | undefined) => () =>
  encodeCall(abi, call ?? { name: '', args: [] });

it('gives the calldata that was decoded, as canonical hex', () => {
  const abi = abiWith('core::integer::u256', option);
  const call = decodeCall(abi, selectorOf('act'), ['0x07', '8', '0x0', '0xFF']);
  expect(encode(abi, call)()).toEqual(['0x7', '0x8', '0x0', '0xff']);
});

it.each([
  [['core::felt252'], ['0x1'], ['core::bool']],
  [['core::felt252', 'core::felt252'], ['0x1', '0x1'], ['core::felt252']],
  [['core::result::Result::<core::felt252, ()>'], ['0x0', '0x1'], [option]],
  [['[core::felt252; 2]'], ['0x1', '0x1'], ['[core::felt252; 3]']],
])('refuses a call of %p by an ABI that has other types', (types, calldata, others) => {
  const call = decodeCall(abiWith(...types), selectorOf('act'), calldata);
  expect(call).toBeDefined();
  expect(encode(abiWith(...others), call)).toThrow(ModuleError);
});

it('refuses a call of a function that the ABI has not', () => {
  expect(encode(abiWith(), { name: 'other', args: [] })).toThrow(ModuleError);
});
