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
import { ContractAddress } from '../../schema/primitives';

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
