import { object } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { Hex } from './primitives';

export const BalanceResultStruct = object({
  balancePending: field(Hex, {
    description: 'Balance with the transactions of the block in the making.',
    unit: 'smallest unit of the token',
  }),
  balanceLatest: field(Hex, {
    description: 'Balance in the latest block.',
    unit: 'smallest unit of the token',
  }),
});
