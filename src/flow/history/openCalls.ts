import type { State } from '../../module';
import { type ChainId, sameFelt } from '../../schema/primitives';
import type { StoredTransaction } from '../../schema/transaction';
import { callsInRecord, type EncodedCall } from '../../starknet/transactions/calls';

/** Transactions of an account that have not settled. */
export const openRecords = async (
  module: Pick<State, 'transactions'>,
  chainId: ChainId,
  account: string,
): Promise<StoredTransaction[]> =>
  (await module.transactions.open()).filter(
    (record) => record.chainId === chainId && sameFelt(record.senderAddress, account),
  );

/** Their calls, as far as they are stored. */
export const openCalls = async (
  module: Pick<State, 'transactions'>,
  chainId: ChainId,
  account: string,
): Promise<EncodedCall[]> => (await openRecords(module, chainId, account)).flatMap(callsInRecord);
