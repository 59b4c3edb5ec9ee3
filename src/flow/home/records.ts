import type { Clients, State } from '../../module';
import { starknet_getTransactionReceipt } from '../../remote/starknet/starknet_getTransactionReceipt';
import type { StoredAccount } from '../../schema/account';
import { type ChainId, Felt, sameFelt } from '../../schema/primitives';
import { FOREIGN_NONCE, type StoredTransaction } from '../../schema/transaction';
import { knownToken } from '../../starknet/tokens/erc20';
import { inOneLine, revertReason } from '../../starknet/traces/revertReason';
import type { Outcome, PaymentFacts } from '../../ui/home/payment';
import type { RecordDetails } from '../../ui/home/records';
import { accountName } from '../../ui/review/facts';
import { listedHex } from '../../ui/text/format';
import { namedNetwork } from '../chain/namedNetwork';
import { trackTransactions } from '../history/track';
import { worth } from '../tokens/prices';
import { tokenTable } from '../transactions/tokenTable';
import { createAmountText, strkLabel } from '../transactions/words/amounts';
import { loadAddressNames, loadGivenNames } from './addressNames';
import { explorerPage } from './explorerPages';
import { fetchPaid, keepFees } from './fees';
import type { OpenPage, Part } from './part';
import { asTransfer, findOwnMove } from './transfer';

/** Facts about records that they do not hold. */
type Beside = {
  /** Address of the account in sight: whose the others are is said. */
  readonly current?: string | undefined;
  /** Dollars for a whole token, by address. */
  readonly usd?: Readonly<Record<string, number>> | undefined;
};

/** The newest records of all accounts of a network. */
export async function recordFacts(
  module: State,
  chainId: ChainId,
  { current, usd = {} }: Beside = {},
): Promise<PaymentFacts[]> {
  const around = await readAround(module, chainId);
  const { accounts } = around;
  const records = await module.transactions.latest(chainId);
  if (records.length === 0) return [];
  const [names, table] = await Promise.all([
    loadGivenNames(module, chainId, accounts),
    tokenTable(module, chainId),
  ]);
  return Promise.all(
    records.map(async (record): Promise<PaymentFacts> => {
      const { account, ...facts } = await factsOf(module, record, around);
      const transfer = asTransfer(findOwnMove(record), table);
      const who = transfer && (names(transfer.to) ?? listedHex(transfer.to));
      const price = transfer && usd[transfer.token];
      const decimals = transfer && knownToken(transfer.token, chainId)?.decimals;
      return {
        ...facts,
        isIncoming: false,
        paid:
          transfer && who !== undefined
            ? { amount: createAmountText(transfer, table), who }
            : undefined,
        worth:
          price === undefined || decimals === undefined || facts.reason !== null
            ? undefined
            : worth(BigInt(transfer?.amount ?? 0), decimals, price),
        account: record.senderAddress === current ? undefined : account,
      };
    }),
  );
}

/** One transaction in full. */
export const recordPart: Part<'record'> = {
  facts: (module, { chainId, about }) => recordDetails(module, chainId, about),
  fill: follow,
};

/** Looks at a record until it has settled, while it is in sight, and then at its fee. */
async function follow({ module, id, view, redraw }: OpenPage): Promise<void> {
  const { chainId, about } = view;
  const isOpen = async () =>
    (await module.transactions.open()).find(
      (record) => record.chainId === chainId && record.txnHash === about,
    );
  const record = await isOpen();
  const seconds = record && (await trackTransactions(module, record).catch(() => undefined));
  await fetchFee(module, chainId, about).catch(() => undefined);
  // The tracker may have settled it since it was drawn, too.
  await redraw();
  if (record && (await isOpen())) await module.wakePage(id, seconds);
}

/** The time that reading a fee may take. */
const FEE_MS = 8_000;

/** Reads and keeps what an accepted transaction of the account cost; one HTTP request, once. */
async function fetchFee(module: State & Clients, chainId: ChainId, hash: string): Promise<void> {
  const record = await module.transactions.find(chainId, hash);
  const isPaid = record?.status === 'ACCEPTED_ON_L2' && record.nonce !== FOREIGN_NONCE;
  if (!isPaid || record.fee !== undefined) return;
  const until = module.now() + FEE_MS;
  await keepFees(module, chainId, await fetchPaid(module, chainId, [record.txnHash], until));
}

async function recordDetails(
  module: State & Clients,
  chainId: ChainId,
  txnHash: string,
): Promise<RecordDetails | undefined> {
  const record = Felt.is(txnHash) && (await module.transactions.find(chainId, txnHash));
  if (!record) return undefined;
  const network = (await namedNetwork(module, chainId)) ?? { chainId, name: chainId };
  const [names, table] = await Promise.all([
    loadAddressNames(module, chainId, record.senderAddress),
    tokenTable(module, chainId),
  ]);
  const move = findOwnMove(record);
  return {
    ...(await factsOf(module, record, await readAround(module, chainId))),
    nodeText: record.failureReason && inOneLine(record.failureReason),
    network: network.name,
    contract: record.contractAddress,
    block: record.blockNumber ?? null,
    fee: record.fee === undefined ? null : strkLabel(BigInt(record.fee)),
    url: explorerPage(network, 'tx', record.txnHash),
    recipient: move === undefined ? null : { address: move.to, name: names(move.to) },
    canRepeat: move !== undefined && table[move.contract] !== undefined,
  };
}

/** Facts that several records share: the accounts, and the last block proven. */
type Around = { accounts: readonly StoredAccount[]; proven: number };

async function readAround(module: State, chainId: ChainId): Promise<Around> {
  const [accounts, proven] = await Promise.all([
    module.accounts.list(chainId),
    module.l1Settlement.block(chainId),
  ]);
  return { accounts, proven };
}

async function factsOf(
  module: State,
  record: Readonly<StoredTransaction>,
  { accounts, proven }: Around,
): Promise<Outcome & Pick<RecordDetails, 'what' | 'account' | 'hash' | 'at'>> {
  const { txnHash, senderAddress, timestamp, status, failureReason, blockNumber } = record;
  const title = await module.titleOf(record);
  const account = accounts.find(({ address }) => sameFelt(address, senderAddress));
  return {
    what: title,
    account: account ? accountName(account) : senderAddress,
    hash: txnHash,
    at: timestamp * 1_000,
    status,
    reason: failureReason && revertReason(failureReason),
    isMissing: record.isMissing === true,
    isProven: status === 'ACCEPTED_ON_L2' && blockNumber !== undefined && blockNumber <= proven,
  };
}

/**
 * Reads the blocks of accepted records in sight, if settlement is tracked: one HTTP request, and
 * none once they are known. Never an error.
 */
export async function fetchSettledBlocks(module: State & Clients, chainId: ChainId): Promise<void> {
  const latest = await module.transactions.latest(chainId);
  const records = latest.filter(
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
