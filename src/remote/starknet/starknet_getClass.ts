import { object, type, unknown } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { BlockId, defineRemoteMethod } from '../method';

/** Reads a class by its hash; whether it has that hash is for the caller to check. */
export const starknet_getClass = defineRemoteMethod({
  name: 'starknet_getClass',
  params: object({ block_id: BlockId, class_hash: Felt }),
  /** The ABI is a JSON text in a Sierra class and an array in one of Cairo 0, and may be left out. */
  result: type({
    abi: unknown(),
    /** Left out in a class of Cairo 0. */
    sierra_program: unknown(),
  }),
});
