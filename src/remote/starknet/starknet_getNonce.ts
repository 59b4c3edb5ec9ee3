import { object } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { BlockId, defineRemoteMethod } from '../method';

/** Tells the next nonce of an account; contract not found where it is not deployed. */
export const starknet_getNonce = defineRemoteMethod({
  name: 'starknet_getNonce',
  params: object({ block_id: BlockId, contract_address: Felt }),
  result: Felt,
});
