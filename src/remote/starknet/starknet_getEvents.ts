import { array, type Infer, object, optional, string, type } from '@metamask/superstruct';
import { boundedList, Count, whole } from '@xnet/clients/schema/field';
import { Felt } from '../../schema/primitives';
import { BlockId, defineRemoteMethod, nullAsAbsent } from '../method';

/** EMITTED_EVENT; 0.10 adds the indexes of transaction and event. */
const EmittedEvent = type({
  from_address: Felt,
  keys: array(Felt),
  data: array(Felt),
  transaction_hash: Felt,
  /** Both absent until the block is accepted. */
  block_hash: nullAsAbsent(Felt),
  block_number: nullAsAbsent(Count),
});
export type EmittedEvent = Infer<typeof EmittedEvent>;

/** Maximum per page: nodes refuse more. */
const MOST_EVENTS = 1_024;

/** Lists events in ascending order, a page at a time; a page may be empty and not the last. */
export const starknet_getEvents = defineRemoteMethod({
  name: 'starknet_getEvents',
  params: object({
    filter: object({
      from_block: optional(BlockId),
      to_block: optional(BlockId),
      address: optional(Felt),
      /** Positions are ANDed, values of a position ORed; an empty position matches any value. */
      keys: optional(array(array(Felt))),
      continuation_token: optional(string()),
      chunk_size: whole('a page', 1, MOST_EVENTS),
    }),
  }),
  result: type({
    events: boundedList(EmittedEvent, 0, MOST_EVENTS),
    /** Present only if there is more; valid only for the node that sent it. */
    continuation_token: nullAsAbsent(string()),
  }),
});
