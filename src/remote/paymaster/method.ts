import {
  type Infer,
  integer,
  literal,
  min,
  nullable,
  optional,
  type,
  union,
} from '@metamask/superstruct';
import { type AnyStruct, parse } from '@xnet/clients/schema/field';
import { readResult } from '@xnet/clients/transport/failure';
import { ContractAddress } from '../../schema/primitives';

/** One call of a paymaster as a value. */
export type PaymasterCall<R = unknown> = {
  readonly method: string;
  /** Validated and in wire form; they travel by name. */
  readonly params: Readonly<Record<string, unknown>>;
  /** False where it makes the paymaster send something: such a call is made once. */
  readonly idempotent: boolean;
  /** @throws nodeFault when the result has not the shape of the standard */
  readonly readResult: (result: unknown) => R;
};

type PaymasterDefinition<P extends AnyStruct, R extends AnyStruct> = {
  readonly name: string;
  readonly params: P;
  readonly result: R;
  readonly idempotent?: false;
};

/**
 * Defines a method of the paymaster API (SNIP-29, assets/snip-29/paymaster_api.json, 0.1.0). The
 * returned function makes a call; it throws invalidParams for params that no paymaster could take.
 */
export const definePaymasterMethod =
  <P extends AnyStruct, R extends AnyStruct>(definition: PaymasterDefinition<P, R>) =>
  (params: Infer<P>): PaymasterCall<Infer<R>> => ({
    method: definition.name,
    params: parse(params, definition.params, 'invalidParams'),
    idempotent: definition.idempotent ?? true,
    readResult: (result) => readResult(definition.name, result, definition.result),
  });

const FeeMode = union([
  type({ mode: literal('sponsored') }),
  type({ mode: literal('default'), gas_token: ContractAddress }),
]);
export type FeeMode = Infer<typeof FeeMode>;

/** Unix seconds; both ends are excluded. */
const seconds = min(integer(), 0);
const TimeBounds = type({ execute_after: seconds, execute_before: seconds });

/** EXECUTION_PARAMETERS of SNIP-29: who pays the fee, and when it may be carried out. */
export const Parameters = type({
  version: literal('0x1'),
  fee_mode: FeeMode,
  time_bounds: optional(nullable(TimeBounds)),
});
export type Parameters = Infer<typeof Parameters>;
