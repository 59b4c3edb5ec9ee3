import { TRANSFER } from '../../src/starknet/tokens/event';
import { type FaultServer, type RpcAnswer, startFaultServer } from './faultServer';

type Filter = {
  from_block: { block_number: number };
  to_block: { block_number: number } | 'latest';
  address?: string;
  keys: string[][];
  chunk_size: number;
  continuation_token?: string;
};
type Event = {
  from_address: string;
  keys: string[];
  data: string[];
  block_number: number;
  transaction_hash: string;
};
export type EventNode = FaultServer & {
  chain: {
    head: number;
    events: Event[];
    /** Maximum events per page, whatever is requested. */
    pageSize: number;
    /** Responses that replace the usual ones, by method. */
    instead: Record<string, (params: never) => RpcAnswer>;
  };
};

/** Timestamp of a block: one every ten seconds. */
export const blockTime = (number: number): number => 1_800_000_000 + 10 * number;

type Told = {
  token: string;
  from: string;
  to: string;
  amount?: bigint;
  block: number;
  hash: string;
};
const hex = (value: string | bigint) => `0x${BigInt(value).toString(16)}`;
export const indexed = ({ token, from, to, amount = 1n, block, hash }: Told): Event => ({
  from_address: hex(token),
  keys: [TRANSFER, hex(from), hex(to)],
  data: [hex(amount), '0x0'],
  block_number: block,
  transaction_hash: hash,
});
export const legacy = (told: Told): Event => {
  const { keys, data, ...event } = indexed(told);
  return { ...event, keys: [TRANSFER], data: [...keys.slice(1), ...data] };
};

/**
 * A loopback server with events in the node API's documented format, for cases that the local chain
 * lacks: older tokens, crowded blocks, endless pages.
 */
export async function startEventNode(head: number): Promise<EventNode> {
  const chain: EventNode['chain'] = { head, events: [], pageSize: 1_000, instead: {} };
  const usual: Record<string, (params: never) => RpcAnswer> = {
    starknet_chainId: () => ({ result: '0x534e5f5345504f4c4941' }),
    starknet_specVersion: () => ({ result: '0.10.2' }),
    starknet_blockNumber: () => ({ result: chain.head }),
    starknet_getEvents: ({ filter }: { filter: Filter }) => ({ result: eventsFor(chain, filter) }),
    starknet_getBlockWithTxHashes: ({ block_id }: { block_id: { block_number: number } }) => ({
      result: { timestamp: blockTime(block_id.block_number), transactions: [], l1_da_mode: 'BLOB' },
    }),
    starknet_getTransactionByHash: ({ transaction_hash }: { transaction_hash: string }) => ({
      result: { transaction_hash, type: 'INVOKE', sender_address: '0x5e', calldata: [] },
    }),
    starknet_getTransactionStatus: () => ({
      result: { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' },
    }),
  };
  const server = await startFaultServer((method, params) => {
    const answer = chain.instead[method] ?? usual[method];
    return answer?.(params as never) ?? { error: { code: -32601, message: 'Unknown' } };
  });
  return Object.assign(server, { chain });
}

function eventsFor({ events, head, pageSize }: EventNode['chain'], filter: Filter) {
  const matching = events
    .filter(({ from_address: from }) => BigInt(from) === BigInt(filter.address ?? from))
    .filter(({ block_number: block }) => {
      const { from_block, to_block } = filter;
      const end = to_block === 'latest' ? head : to_block.block_number;
      return block >= from_block.block_number && block <= end;
    })
    .filter(({ keys }) =>
      filter.keys.every(
        (allowed, at) =>
          allowed.length === 0 || (keys[at] !== undefined && allowed.includes(keys[at])),
      ),
    )
    .sort((a, b) => a.block_number - b.block_number);
  const start = Number(filter.continuation_token ?? 0);
  const end = start + Math.min(pageSize, filter.chunk_size);
  return {
    events: matching.slice(start, end),
    ...(end < matching.length && { continuation_token: String(end) }),
  };
}
