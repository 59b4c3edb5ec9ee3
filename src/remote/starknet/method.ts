import {
  coerce,
  define,
  enums,
  type Infer,
  integer,
  literal,
  min,
  object,
  optional,
  type Struct,
  type,
  union,
} from '@metamask/superstruct';
import { type AnyStruct, parse } from '@xnet/clients/schema/field';
import { readResult } from '@xnet/clients/transport/failure';
import { Felt, U64, U128 } from '../../schema/primitives';

/** One call of a node method as a value: it can be read alone, in a batch, or sent. */
export type NodeCall<R = unknown> = {
  readonly method: string;
  /** Validated and in wire form; they travel by name. */
  readonly params: Readonly<Record<string, unknown>>;
  /** False where the node does something: such a call is only ever sent. */
  readonly idempotent: boolean;
  /** @throws nodeFault when the node's result has not the shape of the specification */
  readonly readResult: (result: unknown) => R;
};

type Frozen<T> = T extends readonly (infer E)[]
  ? readonly Frozen<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;
type Arguments<P> = Record<never, never> extends P ? [params?: Frozen<P>] : [params: Frozen<P>];

type NodeDefinition<P extends AnyStruct, R extends AnyStruct> = {
  readonly name: string;
  readonly summary: string;
  readonly params: P;
  readonly result: R;
  readonly idempotent?: false;
};

type NodeMethod<P extends AnyStruct = AnyStruct, R extends AnyStruct = AnyStruct> = {
  (...params: Arguments<Infer<P>>): NodeCall<Infer<R>>;
  readonly summary: string;
};

/**
 * Defines a method of the Starknet node API (starkware-libs/starknet-specs, 0.9 and 0.10). The
 * returned function makes a call; it throws invalidParams for params that no node could take.
 */
export function defineNodeMethod<P extends AnyStruct, R extends AnyStruct>(
  definition: NodeDefinition<P, R>,
): NodeMethod<P, R> {
  const { name: method, summary, idempotent = true } = definition;
  const call = (params: unknown = {}): NodeCall<Infer<R>> => ({
    method,
    params: parse(params, definition.params, 'invalidParams'),
    idempotent,
    readResult: (result) => readResult(method, result, definition.result),
  });
  return Object.assign(call, { summary });
}

/** A field that is left out, or sent as null, which the specification does not allow but nodes do. */
export const nullAsAbsent = <T, S>(struct: Struct<T, S>) =>
  coerce(optional(struct), literal(null), () => undefined);

/** BLOCK_ID of the node API. The tag `pending` is gone from it since 0.9. */
export const BlockId = union([
  enums(['latest', 'pre_confirmed', 'l1_accepted']),
  object({ block_number: min(integer(), 0) }),
  object({ block_hash: Felt }),
]);

/** BROADCASTED_TXN of the node API: built and signed elsewhere, sent as it is. */
export const BroadcastedTransaction = define<object>(
  'a transaction',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** What the node answers to a transaction that it took. */
export const AddedTransaction = type({ transaction_hash: Felt });

/** FEE_ESTIMATE of the node API: amounts in gas; prices and `overall_fee` in `unit`; hex texts. */
export const NodeFeeEstimate = type({
  l1_gas_consumed: U64,
  l1_gas_price: U128,
  l2_gas_consumed: U64,
  l2_gas_price: U128,
  l1_data_gas_consumed: U64,
  l1_data_gas_price: U128,
  overall_fee: U128,
  unit: enums(['FRI', 'WEI']),
});
