import { array, object, type, unknown } from '@metamask/superstruct';
import { ContractAddress, Felt } from '../../schema/primitives';
import { defineRemoteMethod } from '../method';
import { Parameters, userTransaction } from './method';

/** Makes the paymaster execute what the account has signed, after the account's deployment. */
export const paymaster_executeTransaction = defineRemoteMethod({
  name: 'paymaster_executeTransaction',
  params: object({
    transaction: object({
      ...userTransaction,
      invoke: object({
        user_address: ContractAddress,
        /** As it came from paymaster_buildTransaction. */
        typed_data: unknown(),
        signature: array(Felt),
      }),
    }),
    parameters: Parameters,
  }),
  result: type({ transaction_hash: Felt }),
  idempotent: false,
});
