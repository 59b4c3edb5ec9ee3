import {
  array,
  dynamic,
  enums,
  type Infer,
  nullable,
  object,
  optional,
  type,
} from '@metamask/superstruct';
import { Count } from '@xnet/clients/schema/field';
import { member } from '@xnet/clients/transport/failure';
import { ContractAddress, Felt } from '../../schema/primitives';

const Sponsored = type({ mode: enums(['sponsored']) });
const Paid = type({ mode: enums(['default']), gas_token: ContractAddress });
export type FeeMode = Infer<typeof Sponsored> | Infer<typeof Paid>;
const FeeMode = dynamic<FeeMode>(
  (value) => (member(value, 'mode') === 'default' ? Paid : Sponsored) as never, // one of the two
);

/** Unix seconds; both bounds are exclusive. */
const TimeBounds = type({ execute_after: Count, execute_before: Count });

/** EXECUTION_PARAMETERS of SNIP-29: who pays the fee, and when it may be executed. */
export const Parameters = type({
  version: enums(['0x1']),
  fee_mode: FeeMode,
  time_bounds: optional(nullable(TimeBounds)),
});
export type Parameters = Infer<typeof Parameters>;

/** Data with which the paymaster deploys the account, before it executes what the account signed. */
const Deployment = object({
  address: ContractAddress,
  class_hash: Felt,
  salt: Felt,
  calldata: array(Felt),
  version: enums([0, 1]),
});
export type Deployment = Infer<typeof Deployment>;

/** USER_TRANSACTION of SNIP-29: with a deployment for an account that is not deployed yet. */
export const userTransaction = {
  type: enums(['invoke', 'deploy_and_invoke']),
  deployment: optional(Deployment),
};

/** Says of calls whether the account is deployed first. */
export const toUserTransaction = <Invoke>(invoke: Invoke, deployment: Deployment | undefined) => {
  if (deployment) return { type: 'deploy_and_invoke' as const, deployment, invoke };
  return { type: 'invoke' as const, invoke };
};
