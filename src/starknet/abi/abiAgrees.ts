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
 * and types, down to the last field. Nothing of a hint is to be shown where this is false.
 */
export function abiAgrees(hint: unknown, abi: Abi, selector: string): boolean {
  const given = parseAbi(hint);
  const told = given && describe(given, selector);
  return told !== undefined && told === describe(abi, selector);
}
