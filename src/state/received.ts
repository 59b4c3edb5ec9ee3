import { boolean, enums, type Infer, nullable, object } from '@metamask/superstruct';
import { boundedList, Count, matching } from '@xnet/clients/schema/field';
import { ContractAddress } from '../schema/primitives';
import { dispensable, type Store, stateEntry } from './store';

/** A decimal number of up to 256 bits. */
const Decimal = matching('a decimal number', /^(0|[1-9][0-9]{0,77})$/u);

/** A token or a piece of a collection that a contract on no list says an account received. */
const Received = object({
  contract: ContractAddress,
  standard: enums(['erc20', 'erc721', 'erc1155']),
  /** Null for a token, which has no pieces. */
  tokenId: nullable(Decimal),
  /** Block of the newest event about it. */
  block: Count,
  /** True if the same transaction took a listed token from the account: a stranger cannot fake that. */
  isOwn: boolean(),
});
export type Received = Infer<typeof Received>;

/** Tokens, and pieces of collections, that are kept for an account. */
export const TOKENS_KEPT = 20;
export const PIECES_KEPT = 20;
/** Pieces of one collection: it cannot crowd out the others. */
export const PIECES_PER_COLLECTION = 8;

export const receivedEntry = (chainId: string, account: string) =>
  dispensable(
    stateEntry(
      `found.${chainId}.${account}.received`,
      boundedList(Received, 0, TOKENS_KEPT + PIECES_KEPT),
      [],
    ),
  );

const nameOf = ({ contract, standard, tokenId }: Received): string =>
  [contract, standard, tokenId].join();

/**
 * Merges both lists: each once, those of the account's own transactions first, then the
 * newest. Anybody can make any number of contracts, which push out only each other.
 */
export function mergeReceived(
  known: readonly Received[],
  more: readonly Received[],
): readonly Received[] {
  const byName = new Map<string, Received>();
  for (const one of [...known, ...more]) {
    const last = byName.get(nameOf(one));
    const isOwn = one.isOwn || last?.isOwn === true;
    byName.set(nameOf(one), { ...one, isOwn, block: Math.max(one.block, last?.block ?? 0) });
  }
  const ordered = [...byName.values()].sort(
    (a, b) => Number(b.isOwn) - Number(a.isOwn) || b.block - a.block,
  );
  const tokens = ordered.filter(({ standard }) => standard === 'erc20');
  const counts = new Map<string, number>();
  const pieces = ordered.filter(({ standard, contract }) => {
    if (standard === 'erc20') return false;
    const count = (counts.get(contract) ?? 0) + 1;
    counts.set(contract, count);
    return count <= PIECES_PER_COLLECTION;
  });
  return [...tokens.slice(0, TOKENS_KEPT), ...pieces.slice(0, PIECES_KEPT)];
}

/** Tokens and pieces on no list that accounts received; all of it can be read from the chain again. */
export const createReceived = (store: Store) => ({
  received: (chainId: string, account: string): Promise<Received[]> =>
    store.read(receivedEntry(chainId, account)),
  addReceived: (chainId: string, account: string, received: readonly Received[]): Promise<void> =>
    store.replace(receivedEntry(chainId, account), (known) => [...mergeReceived(known, received)]),
});
