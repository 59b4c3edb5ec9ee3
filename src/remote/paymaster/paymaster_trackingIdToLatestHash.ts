import { enums, object, type } from '@metamask/superstruct';
import { Felt } from '../../schema/primitives';
import { defineRemoteMethod } from '../method';

/** The transaction that carries it now: the paymaster may have replaced the one that it told. */
export const paymaster_trackingIdToLatestHash = defineRemoteMethod({
  name: 'paymaster_trackingIdToLatestHash',
  params: object({ tracking_id: Felt }),
  result: type({ transaction_hash: Felt, status: enums(['active', 'accepted', 'dropped']) }),
});
