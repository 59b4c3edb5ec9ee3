import { array, object } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { BlockId, defineRemoteMethod } from '../method';

/** Runs a view function of a contract, without a transaction. */
export const starknet_call = defineRemoteMethod({
  name: 'starknet_call',
  params: object({
    request: object({ contract_address: Felt, entry_point_selector: Felt, calldata: array(Felt) }),
    block_id: BlockId,
  }),
  result: array(Felt),
});
