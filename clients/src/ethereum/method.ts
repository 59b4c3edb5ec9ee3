import type { Infer } from '@metamask/superstruct';
import { fail } from '../errors';
import { type AnyStruct, fits, parse } from '../schema/field';
import { readResult } from '../transport/failure';

/** One call of an Ethereum node as a value: it can be asked alone or in a batch. */
export type EthCall<R = unknown> = {
  readonly method: string;
  /** Validated; they travel in order. */
  readonly params: readonly unknown[];
  /** @throws nodeFault when the result has not the shape of the specification, or is of something else than was asked for */
  readonly readResult: (result: unknown) => R;
};

type EthDefinition<P extends AnyStruct, R extends AnyStruct> = {
  readonly name: string;
  readonly summary: string;
  /** A tuple, in the order of the specification. */
  readonly params: P;
  readonly result: R;
  /** Whether a result that is not null is of what was asked for, as far as it tells. */
  readonly isOf?: (result: NonNullable<Infer<R>>, ...params: Infer<P>) => boolean;
};

/**
 * Defines a method of the Ethereum node API (ethereum/execution-apis). The returned function makes
 * a call; it throws invalidParams for params that no node could take.
 */
export function defineEthMethod<P extends AnyStruct, R extends AnyStruct>(
  definition: EthDefinition<P, R>,
) {
  const { name: method, summary, result: struct, isOf } = definition;
  const call = (...params: Infer<P>): EthCall<Infer<R>> => ({
    method,
    params: given(parse(params, definition.params, 'invalidParams')),
    readResult(result) {
      const read: Infer<R> = fits(result, struct) ? result : readResult(method, result, struct);
      if (read && isOf && !isOf(read, ...params))
        fail('nodeFault', `${method}: of something else.`);
      return read;
    },
  });
  return Object.assign(call, { summary, struct });
}

/** True where a block or a place is the one that was asked for, or asked for by a tag, or not told. */
export const isAsked = (asked: string, told: string | null): boolean =>
  told === null || !/^\d/u.test(asked) || BigInt(told) === BigInt(asked);

/** What is left out at the end does not travel: in JSON it would be null. */
const given = (params: readonly unknown[]): readonly unknown[] =>
  params.at(-1) === undefined ? params.slice(0, -1) : params;
