import type { BasicType } from './declarations';

/**
 * A value as it is signed, and nothing else: the hash and what the user reads are two views of
 * this one tree. `felt` is canonical hex.
 */
export type TypedValue =
  | {
      readonly as: 'felt';
      readonly type: BasicType;
      readonly felt: string;
      /** The text that stands for the felt: a short string, or the name of a selector. */
      readonly text?: string;
    }
  | { readonly as: 'text'; readonly type: 'string'; readonly text: string }
  | TypedValueOf<'list'>
  | TypedValueOf<'tree'>
  | {
      readonly as: 'enum';
      readonly type: string;
      readonly variant: string;
      readonly index: number;
      readonly items: readonly TypedValue[];
    }
  | TypedStruct;
type TypedValueOf<As extends string> = {
  readonly as: As;
  readonly type: string;
  readonly items: readonly TypedValue[];
};
export type TypedStruct = {
  readonly as: 'struct';
  readonly type: string;
  /** Canonical hex of SNIP-12's type_hash. */
  readonly typeHash: string;
  readonly fields: readonly { readonly name: string; readonly value: TypedValue }[];
};

/** A name by its letters and digits alone: `Execute After` and execute_after are the same. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/gu, '');

/** The first field of a plain name; undefined where there is none. */
export const fieldIn = ({ fields }: TypedStruct, name: string): TypedValue | undefined =>
  fields.find((field) => plainName(field.name) === name)?.value;

/** The felt of that field, if it is one. */
export function feltIn(struct: TypedStruct, name: string): string | undefined {
  const value = fieldIn(struct, name);
  return value?.as === 'felt' ? value.felt : undefined;
}

type Found = { readonly struct: TypedStruct; readonly path: readonly string[] };

/** Every struct of a value, itself first, with the path to it. */
export function structsIn(value: TypedValue, path: readonly string[]): Found[] {
  switch (value.as) {
    case 'felt':
    case 'text':
      return [];
    case 'list':
    case 'tree':
      return value.items.flatMap((item, i) => structsIn(item, [...path, `${i}`]));
    case 'enum':
      return value.items.flatMap((item, i) => structsIn(item, [...path, value.variant, `${i}`]));
    case 'struct':
      return [
        { struct: value, path },
        ...value.fields.flatMap((field) => structsIn(field.value, [...path, field.name])),
      ];
  }
}
