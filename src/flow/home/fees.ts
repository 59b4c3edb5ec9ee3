import type { Clients, State } from '../../module';
import type { RemoteCall } from '../../remote/method';
import type { Outcome } from '../../remote/starknet/node';
import { starknet_blockNumber } from '../../remote/starknet/starknet_blockNumber';
import { starknet_getTransactionByHash } from '../../remote/starknet/starknet_getTransactionByHash';
import { starknet_getTransactionReceipt } from '../../remote/starknet/starknet_getTransactionReceipt';
import { type ChainId, sameFelt } from '../../schema/primitives';
import { FOREIGN_NONCE, type StoredTransaction } from '../../schema/transaction';
import { toHex } from '../../starknet/felt';
import type { Paid } from './part';

/** Keeps what was read of the journal's own transactions: it does not change any more. */
export async function keepFees(module: State, chainId: ChainId, paid: ReadonlyMap<string, Paid>) {
  for (const [hash, { fee, sender }] of paid)
    await module.transactions.change(chainId, hash, (record) =>
      hasPaid(record, sender) ? { ...record, fee: toHex(fee) } : record,
    );
}

/**
 * Fees and senders of transactions, in one HTTP request; also without any, so that a node that is
 * down is noticed.
 * @throws the node's errors
 */
export async function fetchPaid(
  module: State & Clients,
  chainId: ChainId,
  hashes: readonly string[],
  until: number,
): Promise<Map<string, Paid>> {
  const node = await module.node(chainId);
  const calls: RemoteCall<object>[] = hashes.flatMap((transaction_hash) => [
    starknet_getTransactionReceipt({ transaction_hash }),
    starknet_getTransactionByHash({ transaction_hash }),
  ]);
  const deadline = { deadlineMs: Math.max(1, until - module.now()) };
  const [head, ...answers] = await node.batch([starknet_blockNumber(), ...calls], deadline);
  if (!head.ok) throw head.error;
  const value = <T>(answer: unknown): T | undefined => {
    const outcome = answer as Outcome<T> | undefined; // in the order of the calls
    if (outcome?.ok) return outcome.value;
    return undefined;
  };
  return new Map(
    hashes.flatMap((hash, index): [string, Paid][] => {
      const receipt = value<{ actual_fee?: { amount: string; unit: string } }>(answers[2 * index]);
      const transaction = value<{ sender_address?: string }>(answers[2 * index + 1]);
      const { amount, unit } = receipt?.actual_fee ?? {};
      if (amount === undefined || unit !== 'FRI') return [];
      return [[hash, { fee: BigInt(amount), sender: transaction?.sender_address }]];
    }),
  );
}

/** The deployer of an account stands in no transaction: it is the account itself. */
const hasPaid = ({ nonce, txnType, senderAddress }: StoredTransaction, sender?: string): boolean =>
  nonce !== FOREIGN_NONCE &&
  (sender === undefined ? txnType === 'deploy' : sameFelt(sender, senderAddress));
