import { dynamic, enums, type Infer, nullable, optional, type } from '@metamask/superstruct';
import { Count } from '@xnet/clients/schema/field';
import { member } from '@xnet/clients/transport/failure';
import { ContractAddress } from '../../schema/primitives';

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
