import { TRANSFER } from '../../src/starknet/tokens/event';
import { type FaultServer, type RpcAnswer, startFaultServer } from './faultServer';

type Filter = {
  from_block: { block_number: number } | { block_hash: string };
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
    /** Hash of a block that is no longer, or not yet, the usual one of its number. */
    blockHashes: Map<number, string>;
    /** Maximum events per page, whatever is requested. */
    pageSize: number;
    /** Responses that replace the usual ones, by method. */
    instead: Record<string, (params: never) => RpcAnswer>;
  };
};

/** Timestamp of a block: one every ten seconds. */
export const blockTime = (number: number): number => 1_800_000_000 + 10 * number;

type TransferParts = {
  token: string;
  from: string;
  to: string;
  amount?: bigint;
  block: number;
  hash: string;
};
const hex = (value: string | bigint) => `0x${BigInt(value).toString(16)}`;
export const indexed = ({ token, from, to, amount = 1n, block, hash }: TransferParts): Event => ({
  from_address: hex(token),
  keys: [TRANSFER, hex(from), hex(to)],
  data: [hex(amount), '0x0'],
  block_number: block,
  transaction_hash: hash,
});
export const legacy = (parts: TransferParts): Event => {
  const { keys, data, ...event } = indexed(parts);
  return { ...event, keys: [TRANSFER], data: [...keys.slice(1), ...data] };
};

/**
 * A loopback server with events in the node API's documented format, for cases that the local chain
 * lacks: older tokens, crowded blocks, endless pages.
 */
export async function startEventNode(head: number): Promise<EventNode> {
  const chain: EventNode['chain'] = {
    head,
    events: [],
    blockHashes: new Map(),
    pageSize: 1_000,
    instead: {},
  };
  const usual: Record<string, (params: never) => RpcAnswer> = {
    starknet_chainId: () => ({ result: '0x534e5f5345504f4c4941' }),
    starknet_specVersion: () => ({ result: '0.10.2' }),
    starknet_blockNumber: () => ({ result: chain.head }),
    starknet_blockHashAndNumber: () => ({
      result: { block_number: chain.head, block_hash: blockHash(chain, chain.head) },
    }),
    starknet_getEvents: ({ filter }: { filter: Filter }) => eventsFor(chain, filter),
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

const blockHash = ({ blockHashes }: EventNode['chain'], number: number) =>
  blockHashes.get(number) ?? hex(BigInt(0xb10c0000 + number));

/** The first block of a filter, if the chain has it. */
function firstBlock(chain: EventNode['chain'], { from_block: from }: Filter): number | undefined {
  if ('block_number' in from) return from.block_number;
  for (let number = chain.head; number >= 0; number--)
    if (BigInt(blockHash(chain, number)) === BigInt(from.block_hash)) return number;
  return undefined;
}

function eventsFor(chain: EventNode['chain'], filter: Filter): RpcAnswer {
  const first = firstBlock(chain, filter);
  if (first === undefined) return { error: { code: 24, message: 'Block not found' } };
  const { events, head, pageSize } = chain;
  const matching = events
    .filter(({ from_address: from }) => BigInt(from) === BigInt(filter.address ?? from))
    .filter(({ block_number: block }) => {
      const { to_block } = filter;
      const end = to_block === 'latest' ? head : to_block.block_number;
      return block >= first && block <= end;
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
    result: {
      events: matching
        .slice(start, end)
        .map((event) => ({ ...event, block_hash: blockHash(chain, event.block_number) })),
      ...(end < matching.length && { continuation_token: String(end) }),
    },
  };
}
