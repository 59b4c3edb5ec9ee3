import { starknet_getClassHashAt } from '../../remote/starknet/starknet_getClassHashAt';

type BlockId = Parameters<typeof starknet_getClassHashAt>[0]['block_id'];

/** The call for the class of a contract; by default in the newest state. */
export const classHashCall = (contract_address: string, block_id: BlockId = 'pre_confirmed') =>
  starknet_getClassHashAt({ block_id, contract_address });
