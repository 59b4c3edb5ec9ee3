import type { State } from '../../module';
import { type ChainId, chainName } from '../../schema/primitives';
import type { ListedTransaction, StoredTransaction } from '../../schema/transaction';
import { formatUnits } from '../../starknet/felt';
import { knownTokens } from '../../starknet/tokens/erc20';
import { safeText } from '../../ui/text/format';
import { storedHistory } from '../history/history';
import type { TokensByAddress } from '../transactions/simulate';
import { tokenTable } from '../transactions/tokenTable';
import { getSymbol } from '../transactions/words/amounts';
import { findSides, hasFailed, listTransfers, type Transfer } from './transfer';

/** Rows of a table: what a wallet can still draw. */
const MOST_ROWS = 1_000;
const TEXT_LIMIT = 64;

const columns = [
  'time',
  'network',
  'direction',
  'kind',
  'amount',
  'token',
  'token address',
  'other side',
  'fee in STRK',
  'status',
  'transaction',
];

/**
 * The newest transactions of an account as comma-separated values (RFC 4180), from state alone: a
 * row for each payment in or out, and for each transaction without any. Amounts are decimal with a
 * point and never negative; `direction` is in or out. Only the first row of a transaction has its fee.
 */
export async function historyTable(
  module: State,
  chainId: ChainId,
  account: string,
): Promise<string> {
  const [{ records, journal }, tokens] = await Promise.all([
    listRecords(module, chainId, account, MOST_ROWS),
    tokenTable(module, chainId),
  ]);
  const rows = records.flatMap((record) =>
    rowsOf(record, { account, fee: journal.get(record.txnHash)?.fee, tokens }),
  );
  return [columns, ...rows.slice(0, MOST_ROWS)]
    .map((row) => row.map(quoted).join(','))
    .join('\r\n');
}

/** Stored transactions of the module's own, by hash. */
export type Journal = ReadonlyMap<string, StoredTransaction>;

/** The newest transactions of an account from all sources, and those of the module's own. */
export async function listRecords(
  module: State,
  chainId: ChainId,
  account: string,
  size: number,
): Promise<{ records: ListedTransaction[]; journal: Journal }> {
  const choice = { since: 0, isWanted: () => true };
  const [records, own] = await Promise.all([
    storedHistory(module, { chainId, account, size, sources: 'all', ...choice }),
    module.transactions.list(chainId, account, { limit: size, ...choice }),
  ]);
  return { records, journal: new Map(own.map((record) => [record.txnHash, record])) };
}

type Known = {
  readonly account: string;
  readonly fee: string | undefined;
  readonly tokens: TokensByAddress;
};

/**
 * Rows of the payments in or out, else one of the transaction: what failed or moved something between
 * others is no payment.
 */
function rowsOf(record: ListedTransaction, facts: Known): string[][] {
  const transfers = hasFailed(record) ? [] : listTransfers(record, facts.tokens);
  const [first, ...morePayments] = transfers.filter((transfer) => {
    const { isOut, isIn } = findSides(transfer, facts.account);
    return isOut || isIn;
  });
  const withoutFee = { ...facts, fee: undefined };
  return [
    rowOf(record, first, facts),
    ...morePayments.map((one) => rowOf(record, one, withoutFee)),
  ];
}

function rowOf(
  record: ListedTransaction,
  transfer: Transfer | undefined,
  { account, fee, tokens }: Known,
): string[] {
  const token = transfer && tokens[transfer.token];
  const sides = transfer && findSides(transfer, account);
  const isReceived = sides ? sides.isIn : record.incoming;
  return [
    new Date(record.timestamp * 1_000).toISOString(),
    chainName(record.chainId),
    isReceived ? 'in' : 'out',
    transfer ? 'transfer' : safeText(record.contractFuncName || record.txnType, TEXT_LIMIT),
    // Without decimals, an amount is a count of the smallest unit.
    transfer ? formatUnits(BigInt(transfer.amount), token?.decimals ?? 0) : '',
    safeText((transfer && getSymbol(transfer.token, tokens)) ?? '', TEXT_LIMIT),
    transfer?.token ?? '',
    sides?.other ?? (record.incoming ? record.senderAddress : ''),
    fee === undefined || record.incoming ? '' : formatUnits(BigInt(fee), knownTokens.STRK.decimals),
    record.executionStatus === 'REVERTED' ? 'REVERTED' : record.status,
    record.txnHash,
  ];
}

/** Programs for tables run a text that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/u;

const quoted = (text: string): string => {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return `"${inert.replace(/"/gu, '""')}"`;
};
