import { ADDRESS_BOUND, parseNumber } from '../../schema/primitives';
import { toAddress, toHex } from '../felt';
import type { Standard } from '../meaning/meaning';
import { selectorOf } from '../selector';
import { parseUint256 } from './erc20';

/** Allowances of this amount or more have no limit in practice: 2^128 − 1 is more than any supply. */
export const UNLIMITED = 2n ** 128n - 1n;
const U256_MAX = 2n ** 256n - 1n;

type Piece = {
  readonly standard: Standard;
  /** The contract, as the addresses below in 64 digits. */
  readonly token: string;
  /** In the token's smallest unit; 1 for a single piece; all there can be for a whole collection. */
  readonly amount: bigint;
  readonly tokenId?: bigint;
};
/** What an event of a token says of balances and allowances. */
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
 * Reads an event of a fungible token (SNIP-2), a collection (SNIP-3) or a multi-token (ERC-1155),
 * parties in the keys (SNIP-13) or, as older contracts have them, in the data; empty where it is
 * none. Old tokens and old collections have one shape: it is read as a token, or as a collection
 * for the contracts in `collections`.
 */
export function parseTokenEvent(event: Event, collections: ReadonlySet<string>): TokenEvent[] {
  const [selector, ...named] = event.keys;
  if (selector === undefined) return [];
  selectors ??= new Map(eventNames.map((name) => [BigInt(selectorOf(name)), name]));
  const name = selectors.get(BigInt(selector));
  if (name === undefined) return [];
  const token = toAddress(event.from_address);
  // Indexed or not, the fields are in one order.
  const felts = [...named, ...event.data];
  switch (name) {
    case 'Transfer':
    case 'Approval': {
      const [a, b] = [addressAt(felts, 0), addressAt(felts, 1)];
      const amount = parseUint256(felts.slice(2));
      if (a === undefined || b === undefined || amount === undefined) return [];
      const isPiece = named.length === 4 || (named.length === 0 && collections.has(token));
      if (![0, 2, 4].includes(named.length)) return [];
      const piece: Piece = isPiece
        ? { standard: 'erc721', token, amount: 1n, tokenId: amount }
        : { standard: 'erc20', token, amount };
      return [
        name === 'Transfer'
          ? { kind: 'transfer', ...piece, from: a, to: b }
          : { kind: 'approval', ...piece, owner: a, spender: b },
      ];
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
      const rest = felts.slice(3);
      const pieces =
        name === 'TransferSingle' ? piecesOf(rest.slice(0, 2), rest.slice(2)) : parseBatch(rest);
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
  return number !== undefined && number < ADDRESS_BOUND ? toAddress(number) : undefined;
}

type Amounts = { readonly tokenId: bigint; readonly amount: bigint }[];

/** Token ids and amounts, a u256 each. */
function piecesOf(ids: readonly string[], amounts: readonly string[]): Amounts | undefined {
  if (ids.length !== amounts.length || ids.length % 2 !== 0) return undefined;
  const pieces: Amounts = [];
  for (let at = 0; at < ids.length; at += 2) {
    const tokenId = parseUint256(ids.slice(at, at + 2));
    const amount = parseUint256(amounts.slice(at, at + 2));
    if (tokenId === undefined || amount === undefined) return undefined;
    pieces.push({ tokenId, amount });
  }
  return pieces;
}

/** Two lists of the same length, each after its length. */
function parseBatch(felts: readonly string[]): Amounts | undefined {
  const count = Number(parseNumber(felts[0]) ?? -1n);
  const middle = 1 + 2 * count;
  if (count < 0 || felts.length !== 2 * middle) return undefined;
  if (parseNumber(felts[middle]) !== BigInt(count)) return undefined;
  return piecesOf(felts.slice(1, middle), felts.slice(middle + 1));
}

export type Transfer = { token: string; from: string; to: string; amount: bigint };

/** Key of the event `Transfer` (SNIP-13), the selector of its name: no start hashes for it. */
export const TRANSFER = '0x99cd8bde557814842a3121e8ddfd433a539b8c9f14bf31ebf108d12e6196e9';

/** Filters for the transfers of an account where sender and recipient are keys of the event. */
export const transferKeys = (account: string) => ({
  out: [[TRANSFER], [toHex(BigInt(account))]],
  in: [[TRANSFER], [], [toHex(BigInt(account))]],
});

/**
 * The transfer that an event tells of. Tokens name sender and recipient in the keys (`indexed`,
 * SNIP-13) or, as those before it, in the data (`legacy`). Undefined where it is neither.
 */
export function parseTransferEvent(event: Event): Transfer | undefined {
  const [read] = parseTokenEvent(event, new Set());
  return read?.kind === 'transfer' && read.standard === 'erc20' ? read : undefined;
}

/** True where nodes cannot filter by sender and recipient: both are in the data. */
export const isLegacyTransfer = ({ keys }: Event): boolean => keys.length < 3;
