import { array, object, string, type, union, unknown } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { BlockId } from './blockId';
import { defineNodeMethod, nullAsAbsent } from './method';

export const starknet_getClass = defineNodeMethod({
  name: 'starknet_getClass',
  summary: 'Reads a class by its hash; of its definition only the ABI is looked at here.',
  params: object({ block_id: BlockId, class_hash: Felt }),
  /** The ABI is a JSON text in a Sierra class and an array in one of Cairo 0, and may be left out. */
  result: type({ abi: nullAsAbsent(union([string(), array(unknown())])) }),
});
