import type { Clients, State } from '../../module';
import type { RemoteCall } from '../../remote/method';
import type { Outcome } from '../../remote/starknet/node';
import { starknet_blockNumber } from '../../remote/starknet/starknet_blockNumber';
import { starknet_getTransactionByHash } from '../../remote/starknet/starknet_getTransactionByHash';
import { starknet_getTransactionReceipt } from '../../remote/starknet/starknet_getTransactionReceipt';
import {
  ADDRESS_BOUND,
  type ChainId,
  ContractAddress,
  parseNumber,
  sameFelt,
} from '../../schema/primitives';
import { FOREIGN_NONCE, type ListedTransaction } from '../../schema/transaction';
import { toAddress, toHex } from '../../starknet/felt';
import { listedName } from '../../starknet/meaning/knownContracts';
import { nameOfSelector } from '../../starknet/selector';
import { parseUint256 } from '../../starknet/tokens/erc20';
import { revertReason } from '../../starknet/traces/revertReason';
import { callsInRecord } from '../../starknet/transactions/calls';
import { type HistoryLine, historyParts } from '../../ui/home/history';
import { accountName } from '../../ui/review/facts';
import { groupHex } from '../../ui/text/format';
import { type Label, say } from '../../ui/text/words';
import { namedNetwork } from '../chain/namedNetwork';
import { history, storedHistory } from '../history/history';
import { tokenTable } from '../transactions/tokenTable';
import { createAmountText, strkLabel } from '../transactions/words/amounts';
import { accountFacts, createAccountFacts } from './accounts';
import { explorerPage } from './explorerPages';
import { fetchPart } from './fetched';
import type { Paid, Part } from './part';

const PAGE = 25;

/** The transactions of an account, in and out: of that of the button, else the current one. */
export const historyPart: Part<'history'> = {
  async facts(module, { chainId, about, older }, { fetched = { state: 'unread' }, paid }) {
    const account = await createAccountFacts(module, chainId, about);
    if (!account) return undefined;
    const { records, isLast } = await recordsOn(module, chainId, account.address, older);
    const accounts = await accountFacts(module, chainId);
    return {
      accounts: accounts.map(({ name, address }) => ({ name, address })),
      account: account.address,
      fetched,
      lines: await linesOf(module, chainId, account.address, records, paid),
      page: older,
      isLast,
    };
  },
  untilFilled: { fetched: { state: 'reading' } },
  async fill(page, drawing) {
    const { module, view } = page;
    let paid: ReadonlyMap<string, Paid> = new Map();
    await fetchPart(
      page,
      () => ({ ...drawing, paid }),
      async (until) => {
        const account = await createAccountFacts(module, view.chainId, view.about);
        if (!account) return;
        const { address } = account;
        const query = { chainId: view.chainId, account: address, since: 0, wanted: () => true };
        const { records } = await recordsOn(module, view.chainId, address, view.older);
        const hashes = await withoutFee(module, view.chainId, records);
        [paid] = await Promise.all([
          fetchPaid(module, view.chainId, hashes, until),
          history(module, { ...query, size: PAGE, sources: 'all' }),
        ]);
      },
    );
    await keepFees(module, view.chainId, paid);
  },
  change: {
    async [historyParts.account]({ open }, value) {
      if (ContractAddress.is(value)) await open('history', value);
    },
  },
};

async function recordsOn(module: State, chainId: ChainId, account: string, page: number) {
  const records = await storedHistory(module, {
    chainId,
    account,
    size: (page + 1) * PAGE + 1,
    since: 0,
    sources: 'all',
    wanted: () => true,
  });
  const shown = records.slice(page * PAGE, (page + 1) * PAGE);
  return { records: shown, isLast: records.length <= (page + 1) * PAGE };
}

/** What left the account and is on chain, and whose fee is not stored. */
async function withoutFee(
  module: State,
  chainId: ChainId,
  records: readonly ListedTransaction[],
): Promise<string[]> {
  const hashes = records
    .filter(({ incoming, status }) => !incoming && status === 'ACCEPTED_ON_L2')
    .map(({ txnHash }) => txnHash);
  const stored = await Promise.all(hashes.map((hash) => module.transactions.find(chainId, hash)));
  return hashes.filter((_, index) => stored[index]?.fee === undefined);
}

/** Keeps what was read of the journal's own transactions: it does not change any more. */
async function keepFees(module: State, chainId: ChainId, paid: ReadonlyMap<string, Paid>) {
  for (const [hash, { fee, sender }] of paid)
    await module.transactions.change(chainId, hash, (record) =>
      record.nonce !== FOREIGN_NONCE &&
      sender !== undefined &&
      sameFelt(sender, record.senderAddress)
        ? { ...record, fee: toHex(fee) }
        : record,
    );
}

/**
 * Fees and senders of transactions, in one HTTP request; also without any, so that a node that is
 * down is noticed.
 * @throws the node's errors
 */
async function fetchPaid(
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
  const within = { deadlineMs: Math.max(1, until - module.now()) };
  const [head, ...answers] = await node.batch([starknet_blockNumber(), ...calls], within);
  if (!head.ok) throw head.error;
  const value = <T>(answer: unknown): T | undefined => {
    const outcome = answer as Outcome<T> | undefined; // in the order of the calls
    return outcome?.ok ? outcome.value : undefined;
  };
  return new Map(
    hashes.flatMap((hash, index): [string, Paid][] => {
      const receipt = value<{ actual_fee?: { amount: string; unit: string } }>(answers[2 * index]);
      const sent = value<{ sender_address?: string }>(answers[2 * index + 1]);
      const { amount, unit } = receipt?.actual_fee ?? {};
      if (amount === undefined || unit !== 'FRI') return [];
      return [[hash, { fee: BigInt(amount), sender: sent?.sender_address }]];
    }),
  );
}

async function linesOf(
  module: State & Clients,
  chainId: ChainId,
  account: string,
  records: readonly ListedTransaction[],
  paid: ReadonlyMap<string, Paid> = new Map(),
): Promise<HistoryLine[]> {
  const network = (await namedNetwork(module, chainId)) ?? { chainId, name: chainId };
  const own = await module.accounts.list(chainId);
  const [proven, table] = await Promise.all([
    module.l1Settlement.block(chainId),
    tokenTable(module, chainId),
  ]);
  const nameOf = (address: string): Label => {
    const known = own.find((one) => sameFelt(one.address, address));
    return known
      ? accountName(known)
      : (listedName(address, chainId) ?? groupHex(toAddress(address)));
  };
  return Promise.all(
    records.map(async (record): Promise<HistoryLine> => {
      const { txnHash, incoming, status, failureReason, timestamp, senderAddress } = record;
      const stored = await module.transactions.find(chainId, txnHash);
      const isOwn = stored !== undefined && sameFelt(stored.senderAddress, account);
      const transfer = transferIn(record);
      const cost = paid.get(txnHash);
      const sender = cost?.sender;
      const isByOther = sender !== undefined && !sameFelt(sender, account);
      const isSponsored = isOwn && stored.known && stored.nonce === FOREIGN_NONCE;
      const block = stored?.blockNumber;
      const fee = isByOther ? undefined : (cost?.fee ?? (isOwn ? stored.fee : undefined));
      return {
        hash: txnHash,
        what:
          incoming && transfer
            ? say('home.receive.amount', { amount: createAmountText(transfer, table) })
            : await module.titleOf(stored ?? { ...record, nonce: '0x0', known: true }),
        isIncoming: incoming,
        other: incoming ? nameOf(senderAddress) : transfer && nameOf(transfer.to),
        status,
        reason: failureReason && revertReason(failureReason),
        isProven: status === 'ACCEPTED_ON_L2' && block !== undefined && block <= proven,
        at: timestamp * 1_000,
        fee: fee === undefined ? undefined : strkLabel(BigInt(fee)),
        by: isByOther ? nameOf(sender) : isSponsored ? say('home.another') : undefined,
        isOwn,
        url: explorerPage(network, 'tx', txnHash),
      };
    }),
  );
}

/** The only transfer of a record, with its amount and recipient. */
function transferIn(record: ListedTransaction) {
  const [call, ...others] = callsInRecord(record);
  if (!call || others.length > 0 || nameOfSelector(call.selector) !== 'transfer') return undefined;
  const [to, ...limbs] = call.calldata;
  const recipient = parseNumber(to);
  const amount = parseUint256(limbs);
  if (recipient === undefined || recipient >= ADDRESS_BOUND || amount === undefined)
    return undefined;
  return { token: call.to, amount: String(amount), to: toAddress(recipient) };
}
