import type { Infer } from '@metamask/superstruct';
import { fail } from '../errors';
import { type AnyStruct, fits, parse } from '../schema/field';
import { readResult } from '../transport/failure';

/** A call of an Ethereum node, as a value: it can be sent alone or in a batch. */
export type EthCall<R = unknown> = {
  readonly method: string;
  /** Validated; sent by position. */
  readonly params: readonly unknown[];
  /** @throws nodeFault if the result does not match the specification, or the request */
  readonly readResult: (result: unknown) => R;
};

type EthDefinition<P extends AnyStruct, R extends AnyStruct> = {
  readonly name: string;
  readonly summary: string;
  /** A tuple, in the order of the specification. */
  readonly params: P;
  readonly result: R;
  /** Whether a non-null result matches the request, as far as it repeats its params, and is whole. */
  readonly isOf?: (result: NonNullable<Infer<R>>, ...params: Infer<P>) => boolean;
};

/**
 * Defines a method of the Ethereum node API (ethereum/execution-apis). The returned function
 * creates a call; it throws invalidParams for params that no node would accept.
 */
export function defineEthMethod<P extends AnyStruct, R extends AnyStruct>(
  definition: EthDefinition<P, R>,
) {
  const { name: method, summary, result: struct, isOf } = definition;
  const call = (...params: Infer<P>): EthCall<Infer<R>> => ({
    method,
    params: withoutOmitted(parse(params, definition.params, 'invalidParams')),
    readResult(result) {
      const read: Infer<R> = fits(result, struct) ? result : readResult(method, result, struct);
      if (read && isOf && !isOf(read, ...params))
        fail('nodeFault', `${method}: of something else, or not the whole of it.`);
      return read;
    },
  });
  return Object.assign(call, { summary, struct, isOf });
}

/** True if transactions are whole where whole ones were asked for, and hashes where not. */
export const areAsked = (transactions: readonly unknown[], areWhole: boolean): boolean =>
  transactions.every((one) => (typeof one === 'object') === areWhole);

/** True if the result's block or index matches or is null, or if the request names a tag. */
export const isAsked = (requested: string, reported: string | null): boolean =>
  reported === null || !/^\d/u.test(requested) || BigInt(reported) === BigInt(requested);

/** Drops an omitted last param: in JSON it would be null. */
const withoutOmitted = (params: readonly unknown[]): readonly unknown[] => {
  if (params.at(-1) === undefined) return params.slice(0, -1);
  return params;
};
