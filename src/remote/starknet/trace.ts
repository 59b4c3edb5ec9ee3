import {
  array,
  boolean,
  dynamic,
  enums,
  integer,
  type Struct,
  string,
  type,
} from '@metamask/superstruct';
import { ownEntry } from '@xnet/clients/schema/table';
import { member } from '@xnet/clients/transport/failure';
import { Felt } from '../../schema/primitives';

const TraceEvent = type({ order: integer(), keys: array(Felt), data: array(Felt) });

/** The used part of the node API's FUNCTION_INVOCATION, with its nested calls. */
export type TraceInvocation = {
  contract_address: string;
  caller_address: string;
  calls: TraceInvocation[];
  /** `order` is the index among the transaction's events. */
  events: { order: number; keys: string[]; data: string[] }[];
  /** True if this call and its nested ones were reverted but the caller continued. */
  is_reverted: boolean;
};

export const TraceInvocation: Struct<TraceInvocation, null> = dynamic(() => InvocationShape);
const InvocationShape = type({
  contract_address: Felt,
  caller_address: Felt,
  calls: array(TraceInvocation),
  events: array(TraceEvent),
  is_reverted: boolean(),
});

const Reverted = type({ revert_reason: string() });
export type TraceExecution = TraceInvocation | { revert_reason: string };
const TraceExecution = dynamic<TraceExecution>(
  (value) =>
    (member(value, 'revert_reason') === undefined ? TraceInvocation : Reverted) as Struct<
      TraceExecution,
      null
    >, // one of the two
);

/** The used part of the node API's TRANSACTION_TRACE, for transaction types of accounts. */
export type TransactionTrace =
  | { type: 'INVOKE'; execute_invocation: TraceExecution }
  | { type: 'DEPLOY_ACCOUNT'; constructor_invocation: TraceInvocation }
  | { type: 'DECLARE' };

const traces = {
  INVOKE: type({ type: enums(['INVOKE']), execute_invocation: TraceExecution }),
  DEPLOY_ACCOUNT: type({
    type: enums(['DEPLOY_ACCOUNT']),
    constructor_invocation: TraceInvocation,
  }),
  DECLARE: type({ type: enums(['DECLARE']) }),
} as const;

/** Selects by type instead of trying each: a trace is large, and is parsed once. */
export const TransactionTrace = dynamic<TransactionTrace>((value) => {
  const name = String(member(value, 'type'));
  const struct = ownEntry<object>(traces, name) ?? traces.INVOKE;
  return struct as unknown as Struct<TransactionTrace, null>; // the struct of that very type
});
