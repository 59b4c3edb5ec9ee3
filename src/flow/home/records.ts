import type { Clients, State } from '../../module';
import { starknet_getTransactionReceipt } from '../../remote/starknet/starknet_getTransactionReceipt';
import { type ChainId, Felt, sameFelt } from '../../schema/primitives';
import { isSent, type StoredTransaction } from '../../schema/transaction';
import { inOneLine, revertReason } from '../../starknet/traces/revertReason';
import type { RecordDetails, RecordFacts } from '../../ui/home/records';
import { accountName } from '../../ui/review/facts';
import { namedNetwork } from '../chain/namedNetwork';
import { trackTransactions } from '../history/track';
import { strkLabel } from '../transactions/words/amounts';
import { loadAddressNames } from './addressNames';
import { explorerPage } from './explorerPages';
import type { OpenPage, Part } from './part';
import { findRecipient } from './send/draft';

const RECENT = 5;

/** The newest records of all accounts of a network. */
async function newestRecords(module: State, chainId: ChainId): Promise<StoredTransaction[]> {
  const accounts = await module.accounts.list(chainId);
  const histories = await Promise.all(
    accounts.map(({ address }) => module.transactions.recent(chainId, address)),
  );
  return histories
    .flat()
    .filter(isSent)
    .sort((a, b) => b.timestamp - a.timestamp)
    .slice(0, RECENT);
}

export async function recordFacts(module: State, chainId: ChainId): Promise<RecordFacts[]> {
  const records = await newestRecords(module, chainId);
  return Promise.all(records.map((record) => factsOf(module, record)));
}

/** One transaction in full. */
export const recordPart: Part<'record'> = {
  facts: (module, { chainId, about }) => recordDetails(module, chainId, about),
  fill: follow,
};

/** Looks at a record until it has settled, while it is in sight. */
async function follow({ module, id, view, redraw }: OpenPage): Promise<void> {
  const { chainId, about } = view;
  const isOpen = async () =>
    (await module.transactions.open()).find(
      (record) => record.chainId === chainId && record.txnHash === about,
    );
  const record = await isOpen();
  // The tracker may have settled it since it was drawn.
  if (!record) return redraw();
  const seconds = await trackTransactions(module, record).catch(() => undefined);
  await redraw();
  if (await isOpen()) await module.wakePage(id, seconds);
}

async function recordDetails(
  module: State & Clients,
  chainId: ChainId,
  txnHash: string,
): Promise<RecordDetails | undefined> {
  const record = Felt.is(txnHash) && (await module.transactions.find(chainId, txnHash));
  if (!record) return undefined;
  const network = (await namedNetwork(module, chainId)) ?? { chainId, name: chainId };
  const names = await loadAddressNames(module, chainId);
  const recipient = findRecipient(record);
  return {
    ...(await factsOf(module, record)),
    nodeText: record.failureReason && inOneLine(record.failureReason),
    network: network.name,
    contract: record.contractAddress,
    block: record.blockNumber ?? null,
    fee: record.fee === undefined ? null : strkLabel(BigInt(record.fee)),
    url: explorerPage(network, 'tx', record.txnHash),
    recipient: recipient === undefined ? null : { address: recipient, name: names(recipient) },
  };
}

async function factsOf(module: State, record: StoredTransaction): Promise<RecordFacts> {
  const { txnHash, chainId, senderAddress, timestamp, status, failureReason, blockNumber } = record;
  const [accounts, what, proven] = await Promise.all([
    module.accounts.list(chainId),
    module.titleOf(record),
    module.l1Settlement.block(chainId),
  ]);
  const account = accounts.find(({ address }) => sameFelt(address, senderAddress));
  return {
    what,
    account: account ? accountName(account) : senderAddress,
    hash: txnHash,
    at: timestamp * 1_000,
    status,
    reason: failureReason && revertReason(failureReason),
    isProven: status === 'ACCEPTED_ON_L2' && blockNumber !== undefined && blockNumber <= proven,
  };
}

/**
 * Reads the blocks of accepted records in sight, if settlement is tracked: one HTTP request, and
 * none once they are known. Never an error.
 */
export async function fetchSettledBlocks(module: State & Clients, chainId: ChainId): Promise<void> {
  const records = (await newestRecords(module, chainId)).filter(
    ({ status, blockNumber }) => status === 'ACCEPTED_ON_L2' && blockNumber === undefined,
  );
  if (records.length === 0) return;
  const node = await module.node(chainId);
  const answers = await node
    .batch(
      records.map(({ txnHash }) => starknet_getTransactionReceipt({ transaction_hash: txnHash })),
    )
    .catch(() => []);
  for (const [index, { txnHash }] of records.entries()) {
    const answer = answers[index];
    const blockNumber = answer?.ok ? answer.value.block_number : undefined;
    if (blockNumber !== undefined)
      await module.transactions.change(chainId, txnHash, (record) => ({ ...record, blockNumber }));
  }
}
