import { failWithPath } from '@xnet/clients/errors';
import { FIELD_PRIME, isObject, parseNumber } from '../../schema/primitives';
import { toHex } from '../felt';

/** An entry point of a contract. */
export type EntryPoint = { readonly selector: string; readonly function_idx: number };

export type EntryPointKind = 'CONSTRUCTOR' | 'EXTERNAL' | 'L1_HANDLER';

/** CONTRACT_CLASS of the Starknet JSON-RPC specification: a Sierra class as nodes accept it. */
export type ContractClass = {
  readonly sierra_program: readonly string[];
  readonly contract_class_version: '0.1.0';
  readonly entry_points_by_type: Readonly<Record<EntryPointKind, readonly EntryPoint[]>>;
  /** JSON text as compilers format it; the hash covers its exact bytes. */
  readonly abi: string;
};

/** Network limits: felts of a program, and characters of a whole class. */
const classLimits = { programFelts: 81_920, abiLength: 4_089_446, entryPoints: 4_096 } as const;

export function parseObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (!isObject(value)) return failWithPath(path, 'expected an object.');
  return Object.fromEntries(Object.entries(value));
}

export function parseArray(value: unknown, path: string, limit: number): readonly unknown[] {
  if (!Array.isArray(value)) return failWithPath(path, 'expected an array.');
  if (value.length <= limit) return value;
  return failWithPath(path, `there are more than ${limit}.`);
}

export const byKind = <T>(read: (kind: EntryPointKind) => T): Record<EntryPointKind, T> => ({
  CONSTRUCTOR: read('CONSTRUCTOR'),
  EXTERNAL: read('EXTERNAL'),
  L1_HANDLER: read('L1_HANDLER'),
});

export const requireFieldElement = (value: unknown, path: string): bigint => {
  const felt = parseNumber(value);
  if (felt !== undefined && felt < FIELD_PRIME) return felt;
  return failWithPath(path, 'expected a felt.');
};

function parseEntryPoint(value: unknown, path: string): EntryPoint {
  const { selector, function_idx } = parseObject(value, path);
  const felt = requireFieldElement(selector, `${path}.selector`);
  const index = parseNumber(function_idx);
  if (index === undefined || index >= 2n ** 32n)
    return failWithPath(`${path}.function_idx`, 'expected a number.');
  return { selector: toHex(felt), function_idx: Number(index) };
}

/**
 * JSON as the network's compilers write it: ", " and ": " between values. An ABI given as an array
 * is declared in this form, so that its hash matches that of other tools.
 */
function formatJson(value: unknown): string {
  const text = JSON.stringify(value);
  // Matches strings whole, so that their content stays unchanged.
  return text.replace(/"(?:[^"\\]|\\.)*"|[:,]/gu, (part) =>
    part.length === 1 ? `${part} ` : part,
  );
}

/** Formats the text of an array in the same way, since some nodes hash their own formatting. */
function normaliseJson(text: string): string {
  try {
    const value = JSON.parse(text);
    if (Array.isArray(value)) return formatJson(value);
    return text;
  } catch {
    return text;
  }
}

/** Checks only that these are texts: hashing checks each felt, in slices. */
function parseProgram(value: unknown): readonly string[] {
  const list = parseArray(value, 'sierra_program', classLimits.programFelts);
  const index = list.findIndex((felt) => typeof felt !== 'string');
  if (index >= 0) failWithPath(`sierra_program.${index}`, 'expected a felt as hex.');
  return list as readonly string[]; // as was just checked
}

/**
 * The ABI as compilers write it, since nodes hash what they would write themselves. A class without
 * one is hashed as with an empty one.
 */
function parseAbiText(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value !== 'string' && !Array.isArray(value))
    return failWithPath('abi', 'expected an array, or its JSON text.');
  const abi = typeof value === 'string' ? normaliseJson(value) : formatJson(value);
  if (abi.length <= classLimits.abiLength) return abi;
  return failWithPath('abi', 'it is too long.');
}

/**
 * Converts a class from a compiler or dapp to the form that is hashed and declared. Drops what does
 * not belong to a class, such as debug information. Hashing checks the felts of the program.
 * @throws invalidParams with the path of the first fault
 */
export function parseContractClass(value: unknown): ContractClass {
  const fields = parseObject(value, 'contract');
  if (fields.contract_class_version !== '0.1.0')
    failWithPath('contract_class_version', 'only Sierra classes of version 0.1.0 can be declared.');
  const program = parseProgram(fields.sierra_program);
  const points = parseObject(fields.entry_points_by_type, 'entry_points_by_type');
  const read = (kind: EntryPointKind): EntryPoint[] => {
    const path = `entry_points_by_type.${kind}`;
    const list = parseArray(points[kind], path, classLimits.entryPoints);
    return list.map((point, i) => parseEntryPoint(point, `${path}.${i}`));
  };
  return {
    sierra_program: program,
    contract_class_version: '0.1.0',
    entry_points_by_type: byKind(read),
    abi: parseAbiText(fields.abi),
  };
}
