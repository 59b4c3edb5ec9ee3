import { array, type Infer, object, optional, string, type } from '@metamask/superstruct';
import { Count, listWithin, whole } from '@xnet/clients/schema/field';
import { Felt } from '../../schema/primitives';
import { BlockId, defineRemoteMethod, nullAsAbsent } from '../method';

/** EMITTED_EVENT; 0.10 adds the places of transaction and event in their block. */
const EmittedEvent = type({
  from_address: Felt,
  keys: array(Felt),
  data: array(Felt),
  transaction_hash: Felt,
  /** Absent while the block is not yet accepted. */
  block_number: nullAsAbsent(Count),
});
export type EmittedEvent = Infer<typeof EmittedEvent>;

/** Of a page: nodes refuse to give more. */
const MOST_EVENTS = 1_024;

/** Lists events in ascending order, a page at a time; a page may be empty and not the last. */
export const starknet_getEvents = defineRemoteMethod({
  name: 'starknet_getEvents',
  params: object({
    filter: object({
      from_block: optional(BlockId),
      to_block: optional(BlockId),
      address: optional(Felt),
      /** Positions are ANDed, the values of a position ORed; an empty position takes any value. */
      keys: optional(array(array(Felt))),
      continuation_token: optional(string()),
      chunk_size: whole('a page', 1, MOST_EVENTS),
    }),
  }),
  result: type({
    events: listWithin(EmittedEvent, 0, MOST_EVENTS),
    /** There is more exactly where it is given; of use only to the node that gave it. */
    continuation_token: nullAsAbsent(string()),
  }),
});
