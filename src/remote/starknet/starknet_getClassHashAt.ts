import { object } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { BlockId, defineRemoteMethod } from '../method';

/** Returns the class of a contract; contract not found if there is none. */
export const starknet_getClassHashAt = defineRemoteMethod({
  name: 'starknet_getClassHashAt',
  params: object({ block_id: BlockId, contract_address: Felt }),
  result: Felt,
});
