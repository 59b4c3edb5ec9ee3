import type { Abi } from './abi';
import { createTypes } from './cairoType';
import { functionOf } from './decodeCall';
import { readParameters } from './parameters';
import { parseAbi } from './parseAbi';

/** A function and all declarations that it uses, as one text. */
function describe(abi: Abi, selector: string): string | undefined {
  const called = functionOf(abi, selector);
  const used = new Set<string>();
  if (!called || !readParameters(called, createTypes(abi, used))) return undefined;
  const declared = [...used].sort().map((name) => [name, abi.structs[name], abi.enums[name]]);
  return JSON.stringify([called.name, called.inputs, declared]);
}

/**
 * Whether an ABI that a dapp gave says of a function just what the chain's says: the same names
 * and types, down to the last field. Undefined where one of the two does not tell of it. No call is
 * ever read by a hint.
 */
export function abiAgrees(hint: Abi, abi: Abi, selector: string): boolean | undefined {
  const [given, placed] = [describe(hint, selector), describe(abi, selector)];
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
export function readHints(abis: unknown, calls: number): (Abi | undefined)[] {
  const forAll = !Array.isArray(abis) || isOne(abis);
  const read = (forAll ? [abis] : abis.slice(0, calls)).map(parseAbi);
  return Array.from({ length: calls }, (_, index) => read[forAll ? 0 : index]);
}
