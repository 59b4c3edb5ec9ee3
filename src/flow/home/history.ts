import type { Clients, State } from '../../module';
import { type ChainId, ContractAddress, sameFelt, unixSeconds } from '../../schema/primitives';
import { FOREIGN_NONCE, type ListedTransaction } from '../../schema/transaction';
import { toAddress } from '../../starknet/felt';
import { revertReason } from '../../starknet/traces/revertReason';
import { type HistoryFacts, type HistoryLine, historyParts } from '../../ui/home/history';
import { groupHex, listedHex } from '../../ui/text/format';
import { type Label, say } from '../../ui/text/words';
import { namedNetwork } from '../chain/namedNetwork';
import { fetchHistory } from '../history/history';
import { tokenTable } from '../transactions/tokenTable';
import { createAmountText, strkLabel } from '../transactions/words/amounts';
import { accountFacts, createAccountFacts } from './accounts';
import { loadAddressNames } from './addressNames';
import { explorerPage } from './explorerPages';
import { fetchPaid, keepFees } from './fees';
import { fetchPart } from './fetched';
import { historyTable, type Journal, listRecords } from './historyTable';
import type { Paid, Part } from './part';
import { isInWeek, isWeekReadable, sumWeek } from './payments';
import { asTransfer, findMove, findSides } from './transfer';

const PAGE = 25;
/** Accounts in the menu: the details of any other lead here, too. */
const ACCOUNTS_OFFERED = 20;
/** Marks a view in which the table is unfolded. */
const TABLE = 'table';

/** The transactions of an account, in and out: of that of the button, else the current one. */
export const historyPart: Part<'history'> = {
  async facts(module, { chainId, about, older, open }, { fetched = { state: 'unread' }, paid }) {
    const account = await createAccountFacts(module, chainId, about);
    if (!account) return undefined;
    const { records, isLast, journal } = await recordsOn(module, chainId, account.address, older);
    const accounts = await accountFacts(module, chainId);
    const listing = { account: account.address, records, journal, paid };
    return {
      accounts: accounts
        .filter(({ address }, index) => index < ACCOUNTS_OFFERED || address === account.address)
        .map(({ name, address }) => ({ name, address })),
      hasMoreAccounts: accounts.length > ACCOUNTS_OFFERED,
      account: account.address,
      fetched,
      week: older === 0 ? await weekOf(module, chainId, { ...listing, isLast }) : null,
      lines: await linesOf(module, chainId, listing),
      page: older,
      isLast,
      table: open === TABLE ? await historyTable(module, chainId, account.address) : null,
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
        const query = { chainId: view.chainId, account: address, since: 0, isWanted: () => true };
        const { records, journal } = await recordsOn(module, view.chainId, address, view.older);
        const hashes = withoutFee(records, journal);
        [paid] = await Promise.all([
          fetchPaid(module, view.chainId, hashes, until),
          fetchHistory(module, { ...query, size: PAGE, sources: 'all' }),
        ]);
      },
    );
    await keepFees(module, view.chainId, paid);
  },
  press: {
    [historyParts.table]: ({ update }) =>
      update(({ open }) => ({ open: open === '' ? TABLE : '' })),
  },
  change: {
    async [historyParts.account]({ open }, value) {
      if (ContractAddress.is(value)) await open('history', value);
    },
  },
};

/** Payments of the last days, by token; null if none was read, which claims nothing. */
async function weekOf(
  module: State,
  chainId: ChainId,
  { account, records, journal, paid = new Map(), isLast }: Shown & { isLast: boolean },
): Promise<HistoryFacts['week']> {
  const now = unixSeconds(module);
  const ownAddresses = (await module.accounts.list(chainId)).map(({ address }) => address);
  const sums = sumWeek(records, { chainId, account, ownAddresses, now });
  if (sums.length === 0) return null;
  const table = await tokenTable(module, chainId);
  const oldest = records.at(-1);
  return {
    amounts: sums.map((sum) => createAmountText(sum, table)),
    isWhole:
      (isLast || oldest === undefined || !isInWeek(oldest, now)) &&
      isWeekReadable(records, { account, now, journal, paid }),
  };
}

async function recordsOn(module: State, chainId: ChainId, account: string, page: number) {
  const end = (page + 1) * PAGE;
  const { records, journal } = await listRecords(module, chainId, account, end + 1);
  return { records: records.slice(page * PAGE, end), isLast: records.length <= end, journal };
}

/** Payments of the account that are on chain, and whose fee is not stored. */
const withoutFee = (records: readonly ListedTransaction[], journal: Journal): string[] =>
  records
    .filter(({ incoming, status }) => !incoming && status === 'ACCEPTED_ON_L2')
    .map(({ txnHash }) => txnHash)
    .filter((hash) => journal.get(hash)?.fee === undefined);

type Shown = {
  readonly account: string;
  readonly records: readonly ListedTransaction[];
  readonly journal: Journal;
  readonly paid: ReadonlyMap<string, Paid> | undefined;
};

async function linesOf(
  module: State & Clients,
  chainId: ChainId,
  { account, records, journal, paid = new Map() }: Shown,
): Promise<HistoryLine[]> {
  const network = (await namedNetwork(module, chainId)) ?? { chainId, name: chainId };
  const own = await module.accounts.list(chainId);
  const [proven, table, names] = await Promise.all([
    module.l1Settlement.block(chainId),
    tokenTable(module, chainId),
    loadAddressNames(module, chainId, account),
  ]);
  const ownAddresses = new Set(own.map(({ address }) => BigInt(address)));
  const nameOf = (address: string): Label => names(address) ?? groupHex(toAddress(address));
  return Promise.all(
    records.map(async (record): Promise<HistoryLine> => {
      const { txnHash, incoming, status, failureReason, timestamp, senderAddress } = record;
      const ownRecord = journal.get(txnHash);
      const isOwn = ownRecord !== undefined;
      // What another account of the user sent is in that account's journal.
      const stored =
        incoming && ownAddresses.has(BigInt(senderAddress))
          ? await module.transactions.find(chainId, txnHash)
          : ownRecord;
      const move = findMove(record);
      const transfer = asTransfer(move, table);
      const sides = move && findSides(move, account);
      const counterparty = sides?.other ?? (incoming ? senderAddress : undefined);
      const isReceived = sides ? sides.isIn : incoming;
      // The title of its call tells what a spender moves of others, or to the account.
      const payment = (incoming ? sides?.isIn : sides?.isOut) ? transfer : undefined;
      const name = counterparty === undefined ? undefined : names(counterparty);
      const whole = counterparty === undefined ? undefined : groupHex(toAddress(counterparty));
      const cost = paid.get(txnHash);
      const sender = cost?.sender;
      const isByOther = sender !== undefined && !sameFelt(sender, account);
      const isSponsored = ownRecord?.nonce === FOREIGN_NONCE && ownRecord.status !== 'REJECTED';
      const unknownSender = isSponsored ? say('home.another') : undefined;
      const block = stored?.blockNumber;
      const fee = isByOther ? undefined : (cost?.fee ?? ownRecord?.fee);
      return {
        hash: txnHash,
        what:
          incoming && move
            ? say(sides?.isOut ? 'home.taken' : 'home.receive.amount', {
                amount: transfer ? createAmountText(transfer, table) : say('calls.unknownEither'),
              })
            : await module.titleOf(stored ?? { ...record, nonce: '0x0', known: true }),
        paid: payment && {
          amount: createAmountText(payment, table),
          who: name ?? listedHex(counterparty ?? ''),
        },
        isIncoming: isReceived,
        other: payment && (name !== undefined || isOwn) ? undefined : (name ?? whole),
        status,
        reason: failureReason && revertReason(failureReason),
        isMissing: stored?.isMissing === true,
        isProven: status === 'ACCEPTED_ON_L2' && block !== undefined && block <= proven,
        at: timestamp * 1_000,
        fee: fee === undefined ? undefined : strkLabel(BigInt(fee)),
        by: isByOther ? nameOf(sender) : unknownSender,
        isOwn,
        url: explorerPage(network, 'tx', txnHash),
      };
    }),
  );
}
