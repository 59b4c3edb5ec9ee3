import {
  array,
  boolean,
  enums,
  integer,
  lazy,
  literal,
  optional,
  type Struct,
  string,
  type,
  union,
} from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';

const Event = type({ order: integer(), keys: array(Felt), data: array(Felt) });

/** FUNCTION_INVOCATION of the node API, with what it called in turn. */
export type Invocation = {
  contract_address: string;
  entry_point_selector: string;
  calldata: string[];
  caller_address: string;
  class_hash: string;
  call_type: 'CALL' | 'LIBRARY_CALL' | 'DELEGATE';
  result: string[];
  calls: Invocation[];
  events: { order: number; keys: string[]; data: string[] }[];
  is_reverted: boolean;
};

export const Invocation: Struct<Invocation, null> = lazy(() =>
  type({
    contract_address: Felt,
    entry_point_selector: Felt,
    calldata: array(Felt),
    caller_address: Felt,
    class_hash: Felt,
    call_type: enums(['CALL', 'LIBRARY_CALL', 'DELEGATE']),
    result: array(Felt),
    calls: array(Invocation),
    events: array(Event),
    is_reverted: boolean(),
  }),
) as Struct<Invocation, null>; // `lazy` cannot infer a type that contains itself

const Reverted = type({ revert_reason: string() });

/** TRANSACTION_TRACE of the node API, for the two types of transaction that are simulated. */
export const TransactionTrace = union([
  type({
    type: literal('INVOKE'),
    execute_invocation: union([Reverted, Invocation]),
    validate_invocation: optional(Invocation),
    fee_transfer_invocation: optional(Invocation),
  }),
  type({
    type: literal('DEPLOY_ACCOUNT'),
    constructor_invocation: Invocation,
    validate_invocation: optional(Invocation),
    fee_transfer_invocation: optional(Invocation),
  }),
]);
