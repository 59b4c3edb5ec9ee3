import { FIELD_PRIME } from '../../schema/primitives';
import type { NamedValue, Value } from './abi';

/** Felts that are read one after the other; `fuel` is how many values may still be made that hold others. */
export type Felts = { readonly values: readonly bigint[]; at: number; fuel: number };

/** How a type is read from felts. */
export type Codec = {
  /** As the ABI spells it. */
  readonly type: string;
  /** Fewest felts that a value takes. */
  readonly least: number;
  /** Types that it is made of, itself included, and how deep they are nested. */
  readonly parts: number;
  readonly depth: number;
  /** Undefined where felts are missing, out of range or not in the one spelling of a value. */
  readonly read: (felts: Felts) => Value | undefined;
};
export type AbiField = { readonly name: string; readonly codec: Codec };

export const takeFelt = (felts: Felts): bigint | undefined => felts.values[felts.at++];
export const leftIn = (felts: Felts): number => felts.values.length - felts.at;

const deepest = (codecs: readonly Codec[]) => Math.max(0, ...codecs.map(({ depth }) => depth));
const total = (codecs: readonly Codec[], of: 'least' | 'parts') =>
  codecs.reduce((sum, codec) => sum + codec[of], 0);

const compound = (
  type: string,
  inner: readonly Codec[],
  { least, read }: Pick<Codec, 'least' | 'read'>,
): Codec => ({
  type,
  least,
  parts: 1 + total(inner, 'parts'),
  depth: 1 + deepest(inner),
  read: (felts) => (felts.fuel-- > 0 ? read(felts) : undefined),
});

function readInTurn(felts: Felts, count: number, codecAt: (at: number) => Codec | undefined) {
  const values: Value[] = [];
  for (let at = 0; at < count; at++) {
    const value = codecAt(at)?.read(felts);
    if (!value) return undefined;
    values.push(value);
  }
  return values;
}

const codecsOf = (fields: readonly AbiField[]) => fields.map(({ codec }) => codec);

export function parseFields(felts: Felts, fields: readonly AbiField[]): NamedValue[] | undefined {
  const values = readInTurn(felts, fields.length, (at) => fields[at]?.codec);
  return values?.map((value, at) => ({ name: fields[at]?.name ?? '', value }));
}

export const struct = (type: string, fields: readonly AbiField[]): Codec =>
  compound(type, codecsOf(fields), {
    least: total(codecsOf(fields), 'least'),
    read(felts) {
      const values = parseFields(felts, fields);
      return values && { type, as: 'struct', fields: values };
    },
  });

export const tuple = (type: string, codecs: readonly Codec[]): Codec =>
  compound(type, codecs, {
    least: total(codecs, 'least'),
    read(felts) {
      const items = readInTurn(felts, codecs.length, (at) => codecs[at]);
      return items && { type, as: 'list', items };
    },
  });

/** So many values, one after the other; the count before them where it is left out. */
export const list = (type: string, of: Codec, length?: number): Codec =>
  compound(type, [of], {
    least: length === undefined ? 1 : length * of.least,
    read(felts) {
      const count = length ?? takeFelt(felts) ?? FIELD_PRIME;
      // A count is only a claim: reading ends where there are no more felts.
      const items = readInTurn(felts, Number(count), () => of);
      return items && { type, as: 'list', items };
    },
  });

/** The number of a variant in their order, and its value, which is null where that is `()`. */
export const variants = (type: string, fields: readonly AbiField[]): Codec =>
  compound(type, codecsOf(fields), {
    least: 1 + Math.min(...fields.map(({ codec }) => codec.least)),
    read(felts) {
      const number = takeFelt(felts) ?? FIELD_PRIME;
      const chosen = number < fields.length ? fields[Number(number)] : undefined;
      if (!chosen) return undefined;
      const { name, codec } = chosen;
      if (codec.type === '()') return { type, as: 'enum', variant: name, value: null };
      const value = codec.read(felts);
      return value && { type, as: 'enum', variant: name, value };
    },
  });

/** Another type's values but zero. */
export const nonZero = (type: string, of: Codec): Codec =>
  compound(type, [of], {
    least: of.least,
    read(felts) {
      const value = of.read(felts);
      const isZero = value && 'value' in value && /^0(?:x0*)?$/u.test(String(value.value));
      return isZero ? undefined : value && { ...value, type };
    },
  });
