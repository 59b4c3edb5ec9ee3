import { ownEntry } from '@xnet/clients/schema/table';
import { FIELD_PRIME, parseNumber } from '../../schema/primitives';
import type { Steps } from '../effort';
import { toHex } from '../felt';
import type { Abi, AbiFunction, DecodedCall } from './abi';
import { createTypes, parseParameters } from './cairoType';
import { type Felts, parseFields } from './codec';
import { parseAbi } from './parseAbi';

/** Maximum number of values in a call that contain others; all others take at least one felt. */
const MOST_NESTED = 10_000;

/** Finds a function by its selector in any spelling. */
export function findFunction(abi: Abi, selector: string): AbiFunction | undefined {
  const number = parseNumber(selector);
  if (number === undefined) return undefined;
  return ownEntry(abi.functions, toHex(number));
}

/**
 * Decodes a call with its contract's ABI; felts in hex or decimal. Exact: undefined unless every
 * felt is read, in range and canonical for its type, so that what is shown has only one calldata.
 * Never throws.
 */
export function decodeCall(
  abi: Abi,
  selector: string,
  calldata: readonly string[],
): DecodedCall | undefined {
  const calledFunction = findFunction(abi, selector);
  const fields = calledFunction && parseParameters(calledFunction, createTypes(abi));
  if (!fields) return undefined;
  const values: bigint[] = [];
  for (const felt of calldata) {
    const value = parseNumber(felt);
    if (value === undefined || value >= FIELD_PRIME) return undefined;
    values.push(value);
  }
  const felts: Felts = { values, position: 0, fuel: MOST_NESTED };
  const args = parseFields(felts, fields);
  if (args && felts.position === values.length) return { name: calledFunction.name, args };
  return undefined;
}

/** A function and all declarations that it uses, as text. */
function signatureIn(abi: Abi, selector: string): string | undefined {
  const calledFunction = findFunction(abi, selector);
  const used = new Set<string>();
  if (!calledFunction || !parseParameters(calledFunction, createTypes(abi, used))) return undefined;
  const declared = [...used].sort().map((name) => [name, abi.structs[name], abi.enums[name]]);
  return JSON.stringify([calledFunction.name, calledFunction.inputs, declared]);
}

/**
 * Whether a dapp's ABI describes a function exactly as the chain's does: the same names and types,
 * down to the last field. Undefined if one of them lacks the function. Calls are never decoded with
 * a hint.
 */
export function abiAgrees(hint: Abi, abi: Abi, selector: string): boolean | undefined {
  const [hinted, placed] = [signatureIn(hint, selector), signatureIn(abi, selector)];
  if (hinted === undefined || placed === undefined) return undefined;
  return hinted === placed;
}

/** Compares only the names, in order. */
export function namesAgree(hint: Abi, abi: Abi, selector: string): boolean | undefined {
  const [hinted, placed] = [hint, abi].map((functions) =>
    findFunction(functions, selector)
      ?.inputs.map(({ name }) => name)
      .join(),
  );
  if (hinted === undefined || placed === undefined) return undefined;
  return hinted === placed;
}

const isOne = (abis: readonly unknown[]): boolean =>
  abis.some((entry) => typeof entry === 'object' && entry !== null && 'type' in entry);

/**
 * The ABIs that a dapp gave for its calls: one for all, or a list in call order. Each is a step, as
 * one may have a thousand names to hash.
 */
export function* parseHints(abis: unknown, calls: number): Steps<(Abi | undefined)[]> {
  const forAll = !Array.isArray(abis) || isOne(abis);
  const read: (Abi | undefined)[] = [];
  for (const abi of forAll ? [abis] : abis.slice(0, calls)) {
    yield;
    read.push(parseAbi(abi));
  }
  return Array.from({ length: calls }, (_, index) => read[forAll ? 0 : index]);
}
