import { object } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { BlockId, defineNodeMethod } from './method';

export const starknet_getNonce = defineNodeMethod({
  name: 'starknet_getNonce',
  summary: 'Tells the next nonce of an account; contract not found where it is not deployed.',
  params: object({ block_id: BlockId, contract_address: Felt }),
  result: Felt,
});
