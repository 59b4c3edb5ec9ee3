import type { EmittedEvent } from '../../remote/starknet/starknet_getEvents';
import { type ChainId, ContractAddress, sameFelt } from '../../schema/primitives';
import { knownToken } from '../../starknet/tokens/erc20';
import { parseTokenEvent } from '../../starknet/tokens/event';
import type { Received } from '../../state/received';
import type { FetchedWindow, Window } from './windows';

type Receiver = { readonly chainId: ChainId; readonly account: string };

/**
 * Tokens and pieces that contracts on no list say an account received. Rechecks each event instead
 * of trusting the node; reads nothing of it but the contract and the number of a piece.
 */
export function listReceived(read: readonly FetchedWindow[], receiver: Receiver): Received[] {
  const paid = new Set(
    read
      .flatMap(({ found }) => found)
      // Anybody can have a token say that an account sent nothing.
      .filter(({ transfer }) => sameFelt(transfer.from, receiver.account) && transfer.amount > 0n)
      .map(({ transaction_hash: hash }) => BigInt(hash)),
  );
  return read.flatMap(({ window, received }) =>
    received.flatMap((event) => {
      const isOwn = paid.has(BigInt(event.transaction_hash));
      return receivedOf(event, window, receiver).map((one) => ({ ...one, isOwn }));
    }),
  );
}

function receivedOf(
  event: EmittedEvent,
  { from, to }: Window,
  { chainId, account }: Receiver,
): Omit<Received, 'isOwn'>[] {
  const { block_number: block } = event;
  if (block === undefined || block < from || block > to) return [];
  return parseTokenEvent(event, new Set()).flatMap((transfer) => {
    const { kind, standard, token: contract, tokenId, amount } = transfer;
    if (kind !== 'transfer' || amount === 0n || !ContractAddress.is(contract)) return [];
    if (!sameFelt(transfer.to, account) || sameFelt(transfer.from, account)) return [];
    if (knownToken(contract, chainId)) return [];
    return [{ contract, standard, tokenId: tokenId?.toString() ?? null, block }];
  });
}
