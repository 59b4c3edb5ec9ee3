import { toAddress } from '../../src/starknet/felt';
import type { InvokeTransaction } from '../../src/starknet/transactions/transaction';

/** An invocation whose values are all different. */
export const exampleInvocation: InvokeTransaction = {
  type: 'INVOKE',
  version: '0x3',
  sender_address: toAddress('0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691'),
  calldata: ['0x1', '0x2'],
  signature: [],
  nonce: '0x7',
  resource_bounds: {
    l1_gas: { max_amount: '0x1', max_price_per_unit: '0x2' },
    l1_data_gas: { max_amount: '0x3', max_price_per_unit: '0x4' },
    l2_gas: { max_amount: '0x5', max_price_per_unit: '0x6' },
  },
  tip: '0x8',
  paymaster_data: [],
  account_deployment_data: [],
  nonce_data_availability_mode: 'L1',
  fee_data_availability_mode: 'L1',
};
