import { FIELD_PRIME } from '../../schema/primitives';
import type { NamedValue, Value } from './abi';

/** Felts to read in sequence; `fuel` limits how many more nested values may be created. */
export type Felts = { readonly values: readonly bigint[]; position: number; fuel: number };

/** Decodes a type from felts. */
export type Codec = {
  /** Spelled as in the ABI. */
  readonly type: string;
  /** Minimum number of felts of a value. */
  readonly minFelts: number;
  /** Number of types that it consists of, including itself, and their nesting depth. */
  readonly parts: number;
  readonly depth: number;
  /** Undefined if felts are missing, out of range or not in canonical form. */
  readonly read: (felts: Felts) => Value | undefined;
};
export type AbiField = { readonly name: string; readonly codec: Codec };

export const takeFelt = (felts: Felts): bigint | undefined => felts.values[felts.position++];
export const countLeft = (felts: Felts): number => felts.values.length - felts.position;

const deepest = (codecs: readonly Codec[]) => Math.max(0, ...codecs.map(({ depth }) => depth));
const total = (codecs: readonly Codec[], measure: 'minFelts' | 'parts') =>
  codecs.reduce((sum, codec) => sum + codec[measure], 0);

const compound = (
  type: string,
  inner: readonly Codec[],
  { minFelts, read }: Pick<Codec, 'minFelts' | 'read'>,
): Codec => ({
  type,
  minFelts,
  parts: 1 + total(inner, 'parts'),
  depth: 1 + deepest(inner),
  read: (felts) => (felts.fuel-- > 0 ? read(felts) : undefined),
});

function readInTurn(felts: Felts, count: number, codecAt: (index: number) => Codec | undefined) {
  const values: Value[] = [];
  for (let index = 0; index < count; index++) {
    const value = codecAt(index)?.read(felts);
    if (!value) return undefined;
    values.push(value);
  }
  return values;
}

const codecsOf = (fields: readonly AbiField[]) => fields.map(({ codec }) => codec);

export function parseFields(felts: Felts, fields: readonly AbiField[]): NamedValue[] | undefined {
  const values = readInTurn(felts, fields.length, (index) => fields[index]?.codec);
  return values?.map((value, index) => ({ name: fields[index]?.name ?? '', value }));
}

export const struct = (type: string, fields: readonly AbiField[]): Codec =>
  compound(type, codecsOf(fields), {
    minFelts: total(codecsOf(fields), 'minFelts'),
    read(felts) {
      const values = parseFields(felts, fields);
      return values && { type, as: 'struct', fields: values };
    },
  });

export const tuple = (type: string, codecs: readonly Codec[]): Codec =>
  compound(type, codecs, {
    minFelts: total(codecs, 'minFelts'),
    read(felts) {
      const items = readInTurn(felts, codecs.length, (index) => codecs[index]);
      return items && { type, as: 'list', items };
    },
  });

/** A sequence of that many values; without `length`, a count precedes them. */
export const list = (type: string, item: Codec, length?: number): Codec =>
  compound(type, [item], {
    minFelts: length === undefined ? 1 : length * item.minFelts,
    read(felts) {
      const count = length ?? takeFelt(felts) ?? FIELD_PRIME;
      // The count is untrusted: reading ends when no felts are left.
      const items = readInTurn(felts, Number(count), () => item);
      return items && { type, as: 'list', items };
    },
  });

/** The index of a variant, and its value, which is null for `()`. */
export const variants = (type: string, fields: readonly AbiField[]): Codec =>
  compound(type, codecsOf(fields), {
    minFelts: 1 + Math.min(...fields.map(({ codec }) => codec.minFelts)),
    read(felts) {
      const chosen = fields[Number(takeFelt(felts) ?? FIELD_PRIME)];
      if (!chosen) return undefined;
      const { name, codec } = chosen;
      if (codec.type === '()') return { type, as: 'enum', variant: name, value: null };
      const value = codec.read(felts);
      return value && { type, as: 'enum', variant: name, value };
    },
  });

/** The values of another type except zero. */
export const nonZero = (type: string, inner: Codec): Codec =>
  compound(type, [inner], {
    minFelts: inner.minFelts,
    read(felts) {
      const value = inner.read(felts);
      const isZero = value && 'value' in value && /^0(?:x0*)?$/u.test(String(value.value));
      if (isZero) return undefined;
      return value && { ...value, type };
    },
  });
