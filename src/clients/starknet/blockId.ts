import { enums, integer, min, object, union } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';

/** BLOCK_ID of the node API. The tag `pending` is gone from it since 0.9. */
export const BlockId = union([
  enums(['latest', 'pre_confirmed', 'l1_accepted']),
  object({ block_number: min(integer(), 0) }),
  object({ block_hash: Felt }),
]);
