import { object } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { BlockId, defineNodeMethod } from './method';

export const starknet_getClassHashAt = defineNodeMethod({
  name: 'starknet_getClassHashAt',
  summary: 'Tells the class of a contract; contract not found where there is none.',
  params: object({ block_id: BlockId, contract_address: Felt }),
  result: Felt,
});
