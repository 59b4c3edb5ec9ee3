import { array, type Infer, object, type, unknown } from '@metamask/superstruct';
import { ContractAddress, Felt } from '../../schema/primitives';
import { defineRemoteMethod } from '../method';
import { Parameters, userTransaction } from './method';

/** In FRI or in the smallest unit of the chosen token. */
const PaymasterFee = type({
  gas_token_price_in_strk: Felt,
  suggested_max_fee_in_gas_token: Felt,
});

const Built = type({
  type: userTransaction.type,
  /** SNIP-12 typed data of an outside execution. Untrusted until it is parsed. */
  typed_data: unknown(),
  parameters: Parameters,
  fee: PaymasterFee,
});
export type Built = Infer<typeof Built>;

/** Converts an account's calls to typed data that lets the paymaster execute them, with its fee. */
export const paymaster_buildTransaction = defineRemoteMethod({
  name: 'paymaster_buildTransaction',
  params: object({
    transaction: object({
      ...userTransaction,
      invoke: object({
        user_address: ContractAddress,
        calls: array(object({ to: ContractAddress, selector: Felt, calldata: array(Felt) })),
      }),
    }),
    parameters: Parameters,
  }),
  result: Built,
});
