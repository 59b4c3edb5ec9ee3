import { failWithPath } from '@xnet/clients/errors';
import { FIELD_PRIME } from '../../schema/primitives';
import { shortString, toHex } from '../felt';
import {
  byKind,
  type EntryPointKind,
  parseArray,
  parseObject,
  requireFieldElement,
} from './contractClass';

type CompiledEntryPoint = { selector: bigint; offset: bigint; builtins: readonly bigint[] };
/** Lengths of the segments in which the bytecode is loaded; segments may be nested. */
type Segments = number | readonly Segments[];

/** A class compiled for the network (CASM), without parts that its hash does not cover. */
export type CompiledClass = {
  readonly bytecode: readonly bigint[];
  readonly segments: Segments;
  readonly entryPoints: Readonly<Record<EntryPointKind, readonly CompiledEntryPoint[]>>;
};

/** Hash of any number of felts; may let other requests run. */
export type HashMany = (felts: readonly bigint[]) => bigint | Promise<bigint>;

const COMPILED_VERSION = BigInt(shortString('COMPILED_CLASS_V1'));
/** Maximum felts of a compiled class; segments, functions or builtins; and depth of segments. */
const compiledLimits = { felts: 81_920, points: 8_192, depth: 8 } as const;

function parseSegments(value: unknown, path: string, depth: number): Segments {
  if (typeof value === 'number') return Number(requireFieldElement(value, path));
  if (depth === 0) return failWithPath(path, 'it is nested too deeply.');
  return parseArray(value, path, compiledLimits.felts).map((part) =>
    parseSegments(part, path, depth - 1),
  );
}

function parseBuiltin(value: unknown, path: string): bigint {
  if (typeof value !== 'string' || !/^[ -~]{1,31}$/u.test(value))
    return failWithPath(path, 'expected the name of a builtin.');
  return BigInt(shortString(value));
}

/**
 * Parses a compiled class from a compiler or dapp, as an object or JSON text.
 * @throws invalidParams with the path of the first fault
 */
export function parseCompiledClass(input: unknown): CompiledClass {
  const { bytecode, bytecode_segment_lengths, entry_points_by_type } = parseObject(
    fromJson(input),
    'casm',
  );
  const felts = parseArray(bytecode, 'casm.bytecode', compiledLimits.felts).map((felt, index) =>
    requireFieldElement(felt, `casm.bytecode.${index}`),
  );
  const points = parseObject(entry_points_by_type, 'casm.entry_points_by_type');
  const read = (kind: EntryPointKind): CompiledEntryPoint[] => {
    const path = `casm.entry_points_by_type.${kind}`;
    return parseArray(points[kind], path, compiledLimits.points).map((one) => {
      const { selector, offset, builtins } = parseObject(one, path);
      return {
        selector: requireFieldElement(selector, path),
        offset: requireFieldElement(offset, path),
        builtins: parseArray(builtins, path, compiledLimits.points).map((name) =>
          parseBuiltin(name, path),
        ),
      };
    });
  };
  const path = 'casm.bytecode_segment_lengths';
  return {
    bytecode: felts,
    segments: parseSegments(bytecode_segment_lengths ?? felts.length, path, compiledLimits.depth),
    entryPoints: byKind(read),
  };
}

function fromJson(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    return failWithPath('casm', 'expected an object, or its JSON text.');
  }
}

/**
 * Hash of a compiled class (docs.starknet.io, "Compiled class hash"), in canonical hex.
 * @throws invalidParams if the segments do not add up to the bytecode
 */
export async function compiledClassHash(
  { bytecode, segments, entryPoints }: CompiledClass,
  hashMany: HashMany,
): Promise<string> {
  let position = 0;
  const hashSegment = async (part: Segments): Promise<readonly [length: bigint, hash: bigint]> => {
    if (typeof part === 'number') {
      const from = position;
      position += part;
      return [BigInt(part), await hashMany(bytecode.slice(from, position))];
    }
    const felts: bigint[] = [];
    let length = 0n;
    for (const inner of part) {
      const hashed = await hashSegment(inner);
      felts.push(...hashed);
      length += hashed[0];
    }
    return [length, ((await hashMany(felts)) + 1n) % FIELD_PRIME];
  };
  const hashPoints = async (kind: EntryPointKind): Promise<bigint> => {
    const felts: bigint[] = [];
    for (const { selector, offset, builtins } of entryPoints[kind])
      felts.push(selector, offset, await hashMany(builtins));
    return hashMany(felts);
  };
  const [, code] = await hashSegment(segments);
  if (position !== bytecode.length)
    failWithPath('casm.bytecode_segment_lengths', 'they do not make up the bytecode.');
  const points = [];
  for (const kind of ['EXTERNAL', 'L1_HANDLER', 'CONSTRUCTOR'] as const)
    points.push(await hashPoints(kind));
  return toHex(await hashMany([COMPILED_VERSION, ...points, code]));
}
