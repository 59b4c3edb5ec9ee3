import { expect } from '@jest/globals';
import fc from 'fast-check';
import { CallData, type Abi as StarknetAbi } from 'starknet';
import type { Abi, DecodedCall, Value } from '../../src/starknet/abi/abi';
import { decodeCall } from '../../src/starknet/abi/decodeCall';
import { parseAbi } from '../../src/starknet/abi/parseAbi';
import { toHex } from '../../src/starknet/felt';
import { getSelector } from '../../src/starknet/selector';
import { METHOD, type RandomCall, randomCall } from './abi';
import { randomCall0 } from './abi0';
import { encodeCall } from './encodeCall';

const SELECTOR = getSelector(METHOD);

/** Parses the ABI as read back from storage. */
function parsed(abi: unknown): Abi {
  const read = parseAbi(JSON.stringify(abi));
  if (!read) throw new Error('The ABI is not read.');
  return JSON.parse(JSON.stringify(read));
}

/** Calldata by starknet.js, in canonical hex. */
const compiled = ({ abi, args }: RandomCall): string[] =>
  new CallData(abi as StarknetAbi)
    .compile(METHOD, args as never)
    .map((felt) => toHex(BigInt(felt)));

function plainOf(value: Value): unknown {
  switch (value.as) {
    case 'number':
    case 'felt':
    case 'address':
    case 'classHash':
    case 'selector':
      return BigInt(value.value);
    case 'bool':
    case 'text':
      return value.value;
    case 'list':
      return value.items.map(plainOf);
    case 'struct':
      return Object.fromEntries(value.fields.map(({ name, value: one }) => [name, plainOf(one)]));
    case 'enum':
      return [value.variant, value.value && plainOf(value.value)];
  }
}

/** The arguments of a decoded call, in the form of `RandomCall`. */
const plainArgs = ({ args }: DecodedCall): Record<string, unknown> =>
  Object.fromEntries(args.map(({ name, value }) => [name, plainOf(value)]));

/** Decodes what starknet.js encodes, compares the values, and encodes them again. */
export function checkCalls(numRuns: number): void {
  fc.assert(
    fc.property(fc.oneof(randomCall, randomCall0), (call) => {
      const abi = parsed(call.abi);
      const calldata = compiled(call);
      const decoded = decodeCall(abi, SELECTOR, calldata);
      expect(decoded && plainArgs(decoded)).toEqual(call.plain);
      expect(decoded && encodeCall(abi, decoded)).toEqual(calldata);
    }),
    { numRuns },
  );
}

const felt = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt(0n, 3n) },
  fc.bigInt(0n, 2n ** 251n + 17n * 2n ** 192n),
);

/**
 * Random felts, and calldata with some felts changed, inserted or removed: if they decode, encoding
 * must reproduce them.
 * @returns the share that decoded
 */
export function checkFelts(numRuns: number): number {
  let decodedCount = 0;
  const edit = fc.record({
    at: fc.nat(40),
    remove: fc.nat(1),
    put: fc.array(felt, { maxLength: 2 }),
  });
  const random = fc.array(felt, { maxLength: 12 }).map((felts) => ({ felts, edits: [] }));
  const edited = fc.array(edit, { maxLength: 3 }).map((edits) => ({ felts: undefined, edits }));
  fc.assert(
    fc.property(fc.oneof(randomCall, randomCall0), fc.oneof(random, edited), (call, change) => {
      const abi = parsed(call.abi);
      const calldata = change.felts?.map(toHex) ?? compiled(call);
      for (const { at, remove, put } of change.edits)
        calldata.splice(at % (calldata.length + 1), remove, ...put.map(toHex));
      const decoded = decodeCall(abi, SELECTOR, calldata);
      if (!decoded) return;
      decodedCount += 1;
      expect(encodeCall(abi, decoded)).toEqual(calldata);
    }),
    { numRuns },
  );
  return decodedCount / numRuns;
}
