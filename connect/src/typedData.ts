/** A field of a type of SNIP-12; `contains` is of enums and Merkle trees. */
export type TypedDataField = {
  readonly name: string;
  readonly type: string;
  readonly contains?: string;
};

/** Typed data of SNIP-12, in either revision. */
export type TypedData = {
  /** Types by name, with `StarknetDomain` (revision 1) or `StarkNetDomain` (revision 0). */
  readonly types: { readonly [name: string]: readonly TypedDataField[] };
  readonly primaryType: string;
  /** The asking party: name, version, chainId, and the revision of SNIP-12. */
  readonly domain: object;
  /** The values, by the fields of the primary type. */
  readonly message: object;
};
