import { array, object } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { BlockId, defineNodeMethod } from './method';

export const starknet_call = defineNodeMethod({
  name: 'starknet_call',
  summary: 'Runs a view function of a contract, without a transaction.',
  params: object({
    request: object({ contract_address: Felt, entry_point_selector: Felt, calldata: array(Felt) }),
    block_id: BlockId,
  }),
  result: array(Felt),
});
