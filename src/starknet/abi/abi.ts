/** A parameter or a field of a struct, with its Cairo type as the ABI spells it. */
export type Parameter = { readonly name: string; readonly type: string };

export type AbiFunction = {
  readonly name: string;
  readonly inputs: readonly Parameter[];
};

/** The parts of a contract's ABI that a review needs: plain data, since it is stored in state. */
export type Abi = {
  /** By selector, hex. */
  readonly functions: Readonly<Record<string, AbiFunction>>;
  /** By full name. */
  readonly structs: Readonly<Record<string, readonly Parameter[]>>;
  /** By full name; in the order of the variants. */
  readonly enums: Readonly<Record<string, readonly Parameter[]>>;
};

/** A decoded value. Only texts, so that it can be frozen, stored and compared as JSON. */
export type Value = { readonly type: string } & (
  | { readonly as: 'number'; readonly value: string } // decimal, signed where the type is
  | { readonly as: 'felt' | 'address' | 'classHash' | 'selector'; readonly value: string } // hex
  | { readonly as: 'bool'; readonly value: boolean }
  | { readonly as: 'text'; readonly value: string; readonly raw: readonly string[] }
  | { readonly as: 'struct'; readonly fields: readonly NamedValue[] }
  | { readonly as: 'enum'; readonly variant: string; readonly value: Value | null }
  | { readonly as: 'list'; readonly items: readonly Value[] } // array, span, tuple, fixed array
);

export type NamedValue = { readonly name: string; readonly value: Value };

/** A decoded call; `args` covers every felt of its calldata. */
export type DecodedCall = { readonly name: string; readonly args: readonly NamedValue[] };
