import { object } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { BlockId, defineRemoteMethod } from '../method';

/** Returns the next nonce of an account; contract not found if it is not deployed. */
export const starknet_getNonce = defineRemoteMethod({
  name: 'starknet_getNonce',
  params: object({ block_id: BlockId, contract_address: Felt }),
  result: Felt,
});
