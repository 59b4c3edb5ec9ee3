import { chainIds } from '../../src/schema/primitives';
import type { StoredTransaction } from '../../src/schema/transaction';
import { createStore } from '../../src/state/store';
import { createTransactions } from '../../src/state/transactions';
import { memoryStorage } from './memoryStorage';

export const sender = `0x${'5e'.padStart(64, '0')}`;

/** A record of a just-sent invoke; hash, nonce and time derive from the number. */
export const storedRecord = (
  number: number,
  changes: Partial<StoredTransaction> = {},
): StoredTransaction => ({
  txnHash: `0x${(0xabc0000 + number).toString(16)}`,
  txnType: 'invoke',
  senderAddress: sender,
  contractAddress: `0x${'7'.padStart(64, '0')}`,
  contractFuncName: 'transfer',
  contractCallData: ['0x1', '0x2', '0x0'],
  status: 'RECEIVED',
  failureReason: null,
  eventIds: [],
  timestamp: 1_800_000_000 + number,
  chainId: chainIds.sepolia,
  finalityStatus: null,
  executionStatus: null,
  nonce: `0x${number.toString(16)}`,
  known: true,
  ...changes,
});

/** Storage with this many records of one account, added one by one. */
export async function filledRecords(
  count: number,
  changes: Partial<StoredTransaction> = { status: 'ACCEPTED_ON_L2' },
) {
  const memory = memoryStorage();
  const records = Array.from({ length: count }, (_, index) => storedRecord(index, changes));
  const transactions = createTransactions(createStore(memory.storage));
  for (const record of records) await transactions.add(record);
  return { ...memory, records, transactions };
}

/** The same state in a new process. */
export const reopened = ({ storage }: Pick<ReturnType<typeof memoryStorage>, 'storage'>) =>
  createTransactions(createStore(storage));
