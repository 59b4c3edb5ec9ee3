import { ADDRESS_BOUND, parseNumber } from '../../schema/primitives';
import { toAddress, toHex } from '../felt';
import type { Standard } from '../meaning/meaning';
import { getSelector } from '../selector';
import { parseUint256 } from './erc20';

/** No token id is that large, so a number from this on is an allowance without limit. */
export const UNLIMITED = 2n ** 128n - 1n;
const U256_MAX = 2n ** 256n - 1n;

type Piece = {
  readonly standard: Standard;
  /** The contract; all addresses have 64 digits. */
  readonly token: string;
  /** In the token's smallest unit; 1 for a single token id; the maximum for a whole collection. */
  readonly amount: bigint;
  readonly tokenId?: bigint;
};
/** The change of balances or allowances in a token event. */
export type TokenEvent = Piece &
  (
    | { readonly kind: 'transfer'; readonly from: string; readonly to: string }
    | { readonly kind: 'approval'; readonly owner: string; readonly spender: string }
  );

type Event = {
  readonly from_address: string;
  readonly keys: readonly string[];
  readonly data: readonly string[];
};

const eventNames = [
  'Transfer',
  'Approval',
  'ApprovalForAll',
  'TransferSingle',
  'TransferBatch',
] as const;
type Name = (typeof eventNames)[number];
let selectors: ReadonlyMap<bigint, Name> | undefined;

/**
 * Parses an event of a fungible token (SNIP-2), a collection (SNIP-3) or a multi-token (ERC-1155),
 * with parties in the keys (SNIP-13) or, for older contracts, in the data; empty for other events.
 * Old tokens and old collections share one shape: it is parsed as a collection for contracts in
 * `collections`, else as a token.
 */
export function parseTokenEvent(event: Event, collections: ReadonlySet<string>): TokenEvent[] {
  const [selector, ...indexed] = event.keys;
  if (selector === undefined) return [];
  selectors ??= new Map(eventNames.map((name) => [BigInt(getSelector(name)), name]));
  const name = selectors.get(BigInt(selector));
  if (name === undefined) return [];
  const token = toAddress(event.from_address);
  // The fields have the same order, indexed or not.
  const felts = [...indexed, ...event.data];
  switch (name) {
    case 'Transfer':
    case 'Approval': {
      const [a, b] = [addressAt(felts, 0), addressAt(felts, 1)];
      const amount = parseUint256(felts.slice(2));
      if (a === undefined || b === undefined || amount === undefined) return [];
      const isPiece = indexed.length === 4 || (indexed.length === 0 && collections.has(token));
      if (![0, 2, 4].includes(indexed.length)) return [];
      const piece: Piece = isPiece
        ? { standard: 'erc721', token, amount: 1n, tokenId: amount }
        : { standard: 'erc20', token, amount };
      if (name === 'Transfer') return [{ kind: 'transfer', ...piece, from: a, to: b }];
      return [{ kind: 'approval', ...piece, owner: a, spender: b }];
    }
    case 'ApprovalForAll': {
      const [owner, spender] = [addressAt(felts, 0), addressAt(felts, 1)];
      const approved = parseNumber(felts[2]);
      if (owner === undefined || spender === undefined || felts.length !== 3) return [];
      if (approved !== 0n && approved !== 1n) return [];
      const amount = approved === 1n ? U256_MAX : 0n;
      return [{ kind: 'approval', standard: 'erc721', token, amount, owner, spender }];
    }
    case 'TransferSingle':
    case 'TransferBatch': {
      const [from, to] = [addressAt(felts, 1), addressAt(felts, 2)];
      const tail = felts.slice(3);
      const pieces =
        name === 'TransferSingle' ? piecesOf(tail.slice(0, 2), tail.slice(2)) : parseBatch(tail);
      if (from === undefined || to === undefined || !pieces) return [];
      return pieces.map((piece) => ({
        kind: 'transfer',
        standard: 'erc1155',
        token,
        ...piece,
        from,
        to,
      }));
    }
  }
}

function addressAt(felts: readonly string[], index: number): string | undefined {
  const number = parseNumber(felts[index]);
  if (number !== undefined && number < ADDRESS_BOUND) return toAddress(number);
  return undefined;
}

type Amounts = { readonly tokenId: bigint; readonly amount: bigint }[];

/** Token ids and amounts, each a u256. */
function piecesOf(ids: readonly string[], amounts: readonly string[]): Amounts | undefined {
  if (ids.length !== amounts.length || ids.length % 2 !== 0) return undefined;
  const pieces: Amounts = [];
  for (let offset = 0; offset < ids.length; offset += 2) {
    const tokenId = parseUint256(ids.slice(offset, offset + 2));
    const amount = parseUint256(amounts.slice(offset, offset + 2));
    if (tokenId === undefined || amount === undefined) return undefined;
    pieces.push({ tokenId, amount });
  }
  return pieces;
}

/** Two lists of the same length, each preceded by its length. */
function parseBatch(felts: readonly string[]): Amounts | undefined {
  const count = Number(parseNumber(felts[0]) ?? -1n);
  const middle = 1 + 2 * count;
  if (count < 0 || felts.length !== 2 * middle) return undefined;
  if (parseNumber(felts[middle]) !== BigInt(count)) return undefined;
  return piecesOf(felts.slice(1, middle), felts.slice(middle + 1));
}

export type Transfer = { token: string; from: string; to: string; amount: bigint };

/**
 * Key of the event `Transfer` (SNIP-13), the selector of its name, precomputed for a fast start.
 */
export const TRANSFER = '0x99cd8bde557814842a3121e8ddfd433a539b8c9f14bf31ebf108d12e6196e9';

/** Filters for an account's transfers in events that have sender and recipient as keys. */
export const transferKeys = (account: string) => ({
  out: [[TRANSFER], [toHex(BigInt(account))]],
  in: [[TRANSFER], [], [toHex(BigInt(account))]],
});

/** Filters for what any contract says an account received: tokens and pieces, and multi-tokens. */
export const receivedKeys = (account: string) => ({
  received: transferKeys(account).in,
  receivedPieces: [[getSelector('TransferSingle')], [], [], [toHex(BigInt(account))]],
});

/**
 * Parses a transfer event. Tokens have sender and recipient in the keys (`indexed`, SNIP-13) or,
 * before that standard, in the data (`legacy`). Undefined for other events.
 */
export function parseTransferEvent(event: Event): Transfer | undefined {
  const [read] = parseTokenEvent(event, new Set());
  if (read?.kind === 'transfer' && read.standard === 'erc20') return read;
  return undefined;
}

/** True if nodes cannot filter by sender and recipient, since both are in the data. */
export const isLegacyTransfer = ({ keys }: Event): boolean => keys.length < 3;
