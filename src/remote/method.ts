import {
  coerce,
  define,
  dynamic,
  enums,
  type Infer,
  object,
  optional,
  type Struct,
  type,
} from '@metamask/superstruct';
import { fail } from '@xnet/clients/errors';
import { type AnyStruct, Count, Null, parse } from '@xnet/clients/schema/field';
import { member, readResult } from '@xnet/clients/transport/failure';
import { gasFields } from '../schema/gas';
import { Felt, isObject, parseNumber, U64, U128 } from '../schema/primitives';

/** A call of a node's or paymaster's method, as a value. */
export type RemoteCall<R = unknown> = {
  readonly method: string;
  /** Validated and in wire form; sent by name. */
  readonly params: Readonly<Record<string, unknown>>;
  /** False if the call has an effect: it is then made once, and never in a batch. */
  readonly idempotent: boolean;
  /** @throws nodeFault if the result does not match the specification, or the request */
  readonly readResult: (result: unknown) => R;
};

type Frozen<T> = T extends readonly (infer E)[]
  ? readonly Frozen<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;
type Arguments<P> = Record<never, never> extends P ? [params?: Frozen<P>] : [params: Frozen<P>];

type Definition<P extends AnyStruct, R extends AnyStruct> = {
  readonly name: string;
  readonly params: P;
  readonly result: R;
  readonly idempotent?: boolean;
};

/**
 * Defines a method of the Starknet node API (starkware-libs/starknet-specs, 0.9 and 0.10) or of the
 * paymaster API (SNIP-29, assets/snip-29/paymaster_api.json, 0.1.0). The returned function creates
 * a call; it throws invalidParams for params that the server would not accept.
 */
export const defineRemoteMethod =
  <P extends AnyStruct, R extends AnyStruct>({
    name: method,
    params: struct,
    result: reply,
    idempotent = true,
  }: Definition<P, R>) =>
  (...[rawParams]: Arguments<Infer<P>>): RemoteCall<Infer<R>> => {
    const params = parse(rawParams ?? {}, struct, 'invalidParams');
    const read = (result: unknown) => {
      const answer = readResult(method, result, reply);
      if (isAnswer(answer, params)) return answer;
      return fail('nodeFault', `${method}: of something else.`);
    };
    return { method, params, idempotent, readResult: read };
  };

/** Whether a response matches the request, as far as it repeats its fields. */
const isAnswer = (answer: unknown, params: object): boolean =>
  ['transaction_hash', 'block_number'].every((name) => {
    const requestedField = member(params, name) ?? member(member(params, 'block_id'), name);
    const answeredField = member(answer, name);
    return (
      requestedField === undefined ||
      answeredField === undefined ||
      parseNumber(answeredField) === parseNumber(requestedField)
    );
  });

/** A field that is absent or null; the specification does not allow null, but nodes send it. */
export const nullAsAbsent = <T, S>(struct: Struct<T, S>) =>
  coerce(optional(struct), Null, () => undefined);

/** BLOCK_ID of the node API, which dropped the tag `pending` in 0.9. */
const NodeBlockTag = enums(['latest', 'pre_confirmed', 'l1_accepted']);
const ByNumber = object({ block_number: Count });
const ByHash = object({ block_hash: Felt });
type BlockId = Infer<typeof NodeBlockTag> | Infer<typeof ByNumber> | Infer<typeof ByHash>;
export const BlockId = dynamic<BlockId>((value) => {
  const byField = member(value, 'block_hash') === undefined ? ByNumber : ByHash;
  return (typeof value === 'string' ? NodeBlockTag : byField) as never; // one of the three
});

/** BROADCASTED_TXN of the node API: built and signed elsewhere, sent unchanged. */
export const BroadcastedTransaction = define<object>('a transaction', isObject);

/** A node's response to an accepted transaction. */
export const AddedTransaction = type({ transaction_hash: Felt });

/** FEE_ESTIMATE of the node API: amounts in gas; prices and `overall_fee` in FRI, as of version 3; hex texts. */
export const NodeFeeEstimate = type({
  ...gasFields('consumed', () => U64),
  ...gasFields('price', () => U128),
  overall_fee: U128,
  unit: enums(['FRI']),
});
