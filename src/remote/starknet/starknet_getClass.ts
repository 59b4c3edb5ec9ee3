import { object, type, unknown } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { BlockId, defineRemoteMethod } from '../method';

/** Reads a class by its hash; callers must verify the hash. */
export const starknet_getClass = defineRemoteMethod({
  name: 'starknet_getClass',
  params: object({ block_id: BlockId, class_hash: Felt }),
  /** The ABI is JSON text in a Sierra class and an array in a Cairo 0 class; it may be absent. */
  result: type({
    abi: unknown(),
    /** Absent in a Cairo 0 class. */
    sierra_program: unknown(),
  }),
});
