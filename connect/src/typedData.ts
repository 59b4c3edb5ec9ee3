/** A field of a type of SNIP-12. */
export type TypedDataField = {
  /** Name of the field. */
  readonly name: string;
  /** Name of its type. */
  readonly type: string;
  /** Type of an enum's variants or of a tree's leaves. */
  readonly contains?: string;
};

/** Typed data of SNIP-12, in either revision. */
export type TypedData = {
  /** Types by name, with `StarknetDomain` (revision 1) or `StarkNetDomain` (revision 0). */
  readonly types: { readonly [name: string]: readonly TypedDataField[] };
  /** Type of the message. */
  readonly primaryType: string;
  /** The asking party: name, version, chainId, and the revision of SNIP-12. */
  readonly domain: object;
  /** The values, by the fields of the primary type. */
  readonly message: object;
};
