import type { BasicType } from './typedDataDeclarations';

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
