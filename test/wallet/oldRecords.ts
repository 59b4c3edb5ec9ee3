import type { StoredAccount } from '../../src/schema/account';
import { chainIds } from '../../src/schema/primitives';
import type { StoredTransaction } from '../../src/schema/transaction';
import { openModule } from './openModule';
import { storedRecord } from './records';

const chain = chainIds.sepolia;
/** Owner of these records. */
export const owner = `0x${'a1'.padStart(64, '0')}`;
const recipients = 40;
/** Stored transfers: full-length hashes, some recipients, some failed or still pending. */
export const createOldRecords = (count: number): StoredTransaction[] =>
  Array.from({ length: count }, (_, number) => {
    const hash =
      (BigInt(number + 1) * 0x2f0b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7n) % 2n ** 250n;
    const to =
      (BigInt((number % recipients) + 1) * 0x3a1b2c3d4e5f60718293a4b5c6d7e8f9n) ** 2n % 2n ** 250n;
    const failed = number % 50 === 0;
    return storedRecord(number, {
      txnHash: `0x${((hash + 2n ** 249n) % 2n ** 250n).toString(16)}`,
      senderAddress: owner,
      contractAddress: `0x${to.toString(16).padStart(64, '0')}`,
      contractCallData: [`0x${to.toString(16)}`, '0x38d7ea4c68000', '0x0'],
      status: 'ACCEPTED_ON_L2',
      finalityStatus: 'ACCEPTED_ON_L2',
      executionStatus: failed ? 'REVERTED' : 'SUCCEEDED',
      failureReason: failed ? 'u256_sub Overflow' : null,
      ...(number >= count - 2 && { status: 'RECEIVED', finalityStatus: null }),
    });
  });
/** The old format of the state: whole records by page, a place per hash, and the open ones. */
export const oldState = (records: readonly StoredTransaction[], sender = owner) => {
  const pages: Record<string, StoredTransaction[]> = {};
  for (const [index, record] of records.entries()) {
    const name = `page${Math.floor(index / 20)}`;
    pages[name] ??= [];
    pages[name].push(record);
  }
  const newest = Object.keys(pages).length - 1;
  const places = records.map(({ txnHash }, index) => [
    txnHash,
    { senderAddress: sender, page: Math.floor(index / 20) },
  ]);
  const open = records.flatMap(({ status, chainId, senderAddress, txnHash, timestamp }) =>
    ['RECEIVED', 'PENDING'].includes(status) ? { chainId, senderAddress, txnHash, timestamp } : [],
  );
  return {
    version: 2,
    records: { [chain]: { [sender]: { ...pages, newest } } },
    recordPlaces: { [chain]: Object.fromEntries(places) },
    open,
  };
};

/** Converts a current state with one sender to the format of the first release. */
export async function olderState(
  state: Record<string, unknown>,
  sender: string,
): Promise<Record<string, unknown>> {
  const { module } = openModule({ stored: { plain: state } });
  const all = { limit: 1_000, since: 0, isWanted: () => true };
  const records = (await module.transactions.list(chain, sender, all)).reverse();
  const { live, settled, places, senders, accounts, ...others } = state;
  const old = (accounts as Record<string, StoredAccount[]>)[chain]?.map(
    ({ addressClass: _later, ...account }) => account,
  );
  return { ...others, ...oldState(records, sender), accounts: { [chain]: old }, version: 1 };
}
