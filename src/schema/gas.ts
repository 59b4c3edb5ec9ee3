import { object } from '@metamask/superstruct';
import { U64, U128 } from './primitives';

/**
 * A kind of gas. Structs, hashes, sums and checks follow from the list below. A new kind also needs
 * its label in `locales/text/`, and amounts that the compiler asks for: `LARGEST_CLASS_GAS` in
 * `flow/transactions/declareBounds.ts`, `AMPLE_BOUNDS` in `flow/review/fixedBounds.ts`.
 */
type Gas = {
  /** Its name in resource bounds, and the beginning of its fields in estimates and blocks. */
  readonly kind: string;
  /** Its name in errors, and the text beside its bound in a dialog. */
  readonly name: string;
  readonly label: string;
  /** Its place among the bounds of a transaction's hash, and its name there (SNIP-8). */
  readonly inHash: { readonly position: number; readonly name: string };
  /**
   * Upper bound of what an honest node reports, in FRI per unit. L2 gas costs some 10^10, and L1
   * prices are Ethereum's in STRK: some 10^15 when Ethereum is busy. The ceilings are two orders of
   * magnitude above.
   */
  readonly priceCeiling: bigint;
};

/** All kinds of gas, in the order in which they are shown. */
export const gasKinds = [
  {
    kind: 'l1_gas',
    name: 'L1 gas',
    label: 'message.signL1Gas',
    inHash: { position: 0, name: 'L1_GAS' },
    priceCeiling: 10n ** 17n,
  },
  {
    kind: 'l1_data_gas',
    name: 'L1 data gas',
    label: 'message.signL1DataGas',
    inHash: { position: 2, name: 'L1_DATA' },
    priceCeiling: 10n ** 17n,
  },
  {
    kind: 'l2_gas',
    name: 'L2 gas',
    label: 'message.signL2Gas',
    inHash: { position: 1, name: 'L2_GAS' },
    priceCeiling: 10n ** 12n,
  },
] as const satisfies readonly Gas[];

export type GasKind = (typeof gasKinds)[number]['kind'];

/** An entry for each kind of gas, such as its bound. */
export const gasRecord = <T>(make: (kind: GasKind) => T): Record<GasKind, T> =>
  // One entry of each kind.
  Object.fromEntries(gasKinds.map(({ kind }) => [kind, make(kind)])) as Record<GasKind, T>;

/** The same with the names of a field of each kind, such as `l1_gas_price`. */
export const gasFields = <Field extends string, T>(field: Field, make: (kind: GasKind) => T) =>
  // As above.
  Object.fromEntries(gasKinds.map(({ kind }) => [`${kind}_${field}`, make(kind)])) as Record<
    `${GasKind}_${Field}`,
    T
  >;

const GasBound = object({ max_amount: U64, max_price_per_unit: U128 });

/** RESOURCE_BOUNDS_MAPPING of the node API. */
export const ResourceBoundsMapping = object(gasRecord(() => GasBound));
