import { enums, type } from '@metamask/superstruct';
import { U64, U128 } from '../../schema/primitives';

/** FEE_ESTIMATE of the node API: amounts in gas; prices and `overall_fee` in `unit`; hex texts. */
export const FeeEstimate = type({
  l1_gas_consumed: U64,
  l1_gas_price: U128,
  l2_gas_consumed: U64,
  l2_gas_price: U128,
  l1_data_gas_consumed: U64,
  l1_data_gas_price: U128,
  overall_fee: U128,
  unit: enums(['FRI', 'WEI']),
});
