import {
  coerce,
  type Infer,
  integer,
  nullable,
  number,
  optional,
  string,
  type,
} from '@metamask/superstruct';
import { boundedList, Count, parse } from '@xnet/clients/schema/field';
import { byNetwork } from '../../networks/networks';
import { Felt } from '../../schema/primitives';
import {
  accepted,
  type Explorer,
  type ExplorerEntry,
  type ExplorerOptions,
  MOST_ITEMS,
  parseAddress,
  received,
  recordKind,
} from './explorer';

export const voyagerUrls = byNetwork(({ voyager }) => voyager);

const VoyagerItem = type({
  hash: Felt,
  type: string(),
  status: string(),
  /** Unix seconds. */
  timestamp: optional(nullable(coerce(Count, number(), Math.floor))),
  /** The account that sent it, or that it deployed. */
  contractAddress: optional(nullable(Felt)),
});
const VoyagerPage = type({
  items: boundedList(VoyagerItem, 0, MOST_ITEMS),
  lastPage: optional(nullable(integer())),
});

/** Page numbers start at 1, and depend on the page size. */
type PageOfVoyager = { number: number; size: number };
const parsePlace = (cursor: string): PageOfVoyager => {
  const [number = 1, size = 10] = cursor.split('/').map(Number);
  return { number, size };
};

export function createVoyager({
  http,
  chainId,
  key,
  url = voyagerUrls[chainId],
}: ExplorerOptions): Explorer {
  const entryOf = (item: Infer<typeof VoyagerItem>): ExplorerEntry => ({
    txnHash: item.hash,
    txnType: recordKind(item.type),
    senderAddress: parseAddress(item.contractAddress),
    contractAddress: null,
    contractFuncName: null,
    timestamp: item.timestamp ?? null,
    chainId,
    ...voyagerStatus(item.status),
  });

  return {
    name: 'voyager',
    async page({ address, size, cursor, deadlineMs }) {
      const place = cursor === undefined ? { number: 1, size } : parsePlace(cursor);
      const query = new URLSearchParams({
        to: address,
        p: String(place.number),
        ps: String(place.size),
      });
      const answer = await http.get(
        { url, headers: { 'x-api-key': key } },
        { path: `/txns?${query}`, deadlineMs },
      );
      const { items, lastPage } = parse(answer, VoyagerPage, 'nodeFault');
      const isLast = items.length < place.size || (lastPage != null && place.number >= lastPage);
      return {
        entries: items.map(entryOf),
        cursor: isLast ? null : `${place.number + 1}/${place.size}`,
      };
    },
  };
}

function voyagerStatus(status: string) {
  switch (status.toLowerCase()) {
    case 'accepted on l2':
      return accepted('ACCEPTED_ON_L2', 'SUCCEEDED');
    case 'accepted on l1':
      return accepted('ACCEPTED_ON_L1', 'SUCCEEDED');
    case 'reverted':
      return accepted('ACCEPTED_ON_L2', 'REVERTED');
    case 'rejected':
      return {
        ...received,
        status: 'REJECTED' as const,
        finalityStatus: null,
        failureReason: 'Rejected; the explorer gives no reason.',
      };
    default:
      return received;
  }
}
