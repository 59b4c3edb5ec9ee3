import { type Infer, integer, nullable, optional, string, type } from '@metamask/superstruct';
import { boundedList, parse } from '@xnet/clients/schema/field';
import { chainName, Felt } from '../../schema/primitives';
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

/** Version 1 of the hosted API, of 2026; earlier versions are gone. */
export const STARKSCAN_URL = 'https://api.starkscan.co/v1';

/** Longer names are truncated: they come from untrusted contracts. */
const MAX_NAME = 64;

const maybeText = optional(nullable(string()));
const maybeAddress = optional(nullable(Felt));
const StarkscanItem = type({
  txHash: Felt,
  timestampIso: maybeText,
  txType: maybeText,
  executionStatus: maybeText,
  finalityStatus: maybeText,
  fromAddress: maybeAddress,
  toAddress: maybeAddress,
  primaryMethod: maybeText,
  callCount: optional(nullable(integer())),
});
type StarkscanItem = Infer<typeof StarkscanItem>;
const StarkscanPage = type({
  items: boundedList(StarkscanItem, 0, MOST_ITEMS),
  nextCursor: optional(nullable(string())),
});

export function createStarkscan({
  http,
  chainId,
  key,
  url = STARKSCAN_URL,
}: ExplorerOptions): Explorer {
  const entryOf = (item: StarkscanItem): ExplorerEntry => {
    const isOneCall = item.callCount === 1;
    return {
      txnHash: item.txHash,
      txnType: recordKind(item.txType),
      senderAddress: parseAddress(item.fromAddress),
      contractAddress: isOneCall ? parseAddress(item.toAddress) : null,
      contractFuncName: isOneCall ? (item.primaryMethod?.slice(0, MAX_NAME) ?? null) : null,
      timestamp: parseTime(item.timestampIso),
      chainId,
      ...starkscanStatus(item),
    };
  };

  return {
    name: 'starkscan',
    async page({ address, size, cursor, deadlineMs }) {
      const query = new URLSearchParams({
        limit: String(size),
        ...(cursor !== undefined && { cursor }),
      });
      const path = `/${chainName(chainId)}/address/${address}/transactions?${query}`;
      const endpoint = { url, headers: { 'x-starkscan-api-key': key } };
      const answer = await http.get(endpoint, { path, deadlineMs });
      const { items, nextCursor } = parse(answer, StarkscanPage, 'nodeFault');
      return { entries: items.map(entryOf), cursor: nextCursor ?? null };
    },
  };
}

function parseTime(iso: string | null | undefined): number | null {
  const ms = Date.parse(iso ?? '');
  if (Number.isNaN(ms) || ms < 0) return null;
  return Math.floor(ms / 1000);
}

function starkscanStatus({ finalityStatus, executionStatus }: StarkscanItem) {
  const execution = executionStatus === 'REVERTED' ? 'REVERTED' : 'SUCCEEDED';
  if (finalityStatus === 'ACCEPTED_ON_L2' || finalityStatus === 'ACCEPTED_ON_L1')
    return accepted(finalityStatus, execution);
  return received;
}
