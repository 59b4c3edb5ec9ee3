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
import { member } from '@xnet/clients/transport/failure';
import { Felt } from '../../schema/primitives';

const TraceEvent = type({ order: integer(), keys: array(Felt), data: array(Felt) });

/** What is used of a FUNCTION_INVOCATION of the node API, with what it called in turn. */
export type TraceInvocation = {
  contract_address: string;
  caller_address: string;
  calls: TraceInvocation[];
  /** `order` counts the events of the transaction. */
  events: { order: number; keys: string[]; data: string[] }[];
  /** True where the caller went on although this call was undone, with all that it called. */
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

/** What is used of a TRANSACTION_TRACE of the node API, for the types of transaction of accounts. */
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

/** Told apart by the type and not by trying each: a trace is large, and is walked once. */
export const TransactionTrace = dynamic<TransactionTrace>((value) => {
  const name = String(member(value, 'type'));
  const struct = Object.hasOwn(traces, name) ? traces[name as keyof typeof traces] : traces.INVOKE;
  return struct as unknown as Struct<TransactionTrace, null>; // the struct of that very type
});
