import { FIELD_PRIME, parseNumber } from '../../schema/primitives';
import { toHex } from '../felt';
import type { Abi, AbiFunction, DecodedCall } from './abi';
import { createTypes, parseParameters } from './cairoType';
import { type Felts, parseFields } from './codec';
import { parseAbi } from './parseAbi';

/** Most values of one call that hold others; those that hold none take a felt at least. */
const MOST_NESTED = 10_000;

/** The function of a selector in any spelling. */
export function functionOf(abi: Abi, selector: string): AbiFunction | undefined {
  const number = parseNumber(selector);
  const key = number === undefined ? '' : toHex(number);
  return Object.hasOwn(abi.functions, key) ? abi.functions[key] : undefined;
}

/**
 * A call's calldata in the terms of its contract's ABI; felts in hex or decimal. Exact: undefined
 * unless every felt is read, is in the range of its type and is spelled as the ABI's types are,
 * so that there is one calldata for what is shown. Never throws.
 */
export function decodeCall(
  abi: Abi,
  selector: string,
  calldata: readonly string[],
): DecodedCall | undefined {
  const called = functionOf(abi, selector);
  const fields = called && parseParameters(called, createTypes(abi));
  if (!fields) return undefined;
  const values: bigint[] = [];
  for (const felt of calldata) {
    const value = parseNumber(felt);
    if (value === undefined || value >= FIELD_PRIME) return undefined;
    values.push(value);
  }
  const felts: Felts = { values, at: 0, fuel: MOST_NESTED };
  const args = parseFields(felts, fields);
  return args && felts.at === values.length ? { name: called.name, args } : undefined;
}

/** A function and all declarations that it uses, as one text. */
function signatureIn(abi: Abi, selector: string): string | undefined {
  const called = functionOf(abi, selector);
  const used = new Set<string>();
  if (!called || !parseParameters(called, createTypes(abi, used))) return undefined;
  const declared = [...used].sort().map((name) => [name, abi.structs[name], abi.enums[name]]);
  return JSON.stringify([called.name, called.inputs, declared]);
}

/**
 * Whether an ABI that a dapp gave says of a function just what the chain's says: the same names
 * and types, down to the last field. Undefined where one of the two does not tell of it. No call is
 * ever read by a hint.
 */
export function abiAgrees(hint: Abi, abi: Abi, selector: string): boolean | undefined {
  const [given, placed] = [signatureIn(hint, selector), signatureIn(abi, selector)];
  return given === undefined || placed === undefined ? undefined : given === placed;
}

/** The same of the names alone, in their order. */
export function namesAgree(hint: Abi, abi: Abi, selector: string): boolean | undefined {
  const [given, placed] = [hint, abi].map((each) =>
    functionOf(each, selector)
      ?.inputs.map(({ name }) => name)
      .join(),
  );
  return given === undefined || placed === undefined ? undefined : given === placed;
}

const isOne = (abis: readonly unknown[]): boolean =>
  abis.some((entry) => typeof entry === 'object' && entry !== null && 'type' in entry);

/** The ABI that a dapp gave for each of its calls: one for all, or a list in their order. */
export function parseHints(abis: unknown, calls: number): (Abi | undefined)[] {
  const forAll = !Array.isArray(abis) || isOne(abis);
  const read = (forAll ? [abis] : abis.slice(0, calls)).map(parseAbi);
  return Array.from({ length: calls }, (_, index) => read[forAll ? 0 : index]);
}
