import { FIELD_PRIME, readNumber } from '../../schema/primitives';
import { toHex } from '../felt';
import type { Abi, AbiFunction, DecodedCall } from './abi';
import { createTypes } from './cairoType';
import { type Felts, readFields } from './codec';
import { readParameters } from './parameters';

/** Most values of one call that hold others; those that hold none take a felt at least. */
const MOST_NESTED = 10_000;

/** The function of a selector in any spelling. */
export function functionOf(abi: Abi, selector: string): AbiFunction | undefined {
  const number = readNumber(selector);
  const key = number === undefined ? '' : toHex(number);
  return Object.hasOwn(abi.functions, key) ? abi.functions[key] : undefined;
}

/**
 * A call's calldata in the terms of its contract's ABI; felts in hex or decimal. Exact: undefined
 * unless every felt is read, is in the range of its type and is spelled as the ABI's types are,
 * so that `encodeCall` gives the same felts again. Never throws.
 */
export function decodeCall(
  abi: Abi,
  selector: string,
  calldata: readonly string[],
): DecodedCall | undefined {
  const called = functionOf(abi, selector);
  const fields = called && readParameters(called, createTypes(abi));
  if (!fields) return undefined;
  const values: bigint[] = [];
  for (const felt of calldata) {
    const value = readNumber(felt);
    if (value === undefined || value >= FIELD_PRIME) return undefined;
    values.push(value);
  }
  const felts: Felts = { values, at: 0, fuel: MOST_NESTED };
  const args = readFields(felts, fields);
  return args && felts.at === values.length ? { name: called.name, args } : undefined;
}
