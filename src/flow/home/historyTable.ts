import type { State } from '../../module';
import { type ChainId, chainName } from '../../schema/primitives';
import type { ListedTransaction } from '../../schema/transaction';
import { formatUnits } from '../../starknet/felt';
import { knownTokens } from '../../starknet/tokens/erc20';
import { safeText } from '../../ui/text/format';
import { storedHistory } from '../history/history';
import type { TokensByAddress } from '../transactions/simulate';
import { tokenTable } from '../transactions/tokenTable';
import { findTransfer } from './transfer';

/** Transactions in a table: what a wallet can still draw. */
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
 * The newest transactions of an account as comma-separated values (RFC 4180), from state alone.
 * Amounts are decimal with a point and never negative; `direction` is in or out.
 */
export async function historyTable(
  module: State,
  chainId: ChainId,
  account: string,
): Promise<string> {
  const query = { since: 0, isWanted: () => true, sources: 'all' } as const;
  const [records, own, tokens] = await Promise.all([
    storedHistory(module, { chainId, account, size: MOST_ROWS, ...query }),
    module.transactions.list(chainId, account, { limit: MOST_ROWS, ...query }),
    tokenTable(module, chainId),
  ]);
  const fees = new Map(own.map(({ txnHash, fee }) => [txnHash, fee]));
  const rows = records.map((record) => rowOf(record, { fee: fees.get(record.txnHash), tokens }));
  return [columns, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n');
}

type Known = { readonly fee: string | undefined; readonly tokens: TokensByAddress };

function rowOf(record: ListedTransaction, { fee, tokens }: Known): string[] {
  const transfer = findTransfer(record);
  const token = transfer && tokens[transfer.token];
  const isReceived = record.incoming && !transfer?.isTaken;
  return [
    new Date(record.timestamp * 1_000).toISOString(),
    chainName(record.chainId),
    isReceived ? 'in' : 'out',
    transfer ? 'transfer' : safeText(record.contractFuncName || record.txnType, TEXT_LIMIT),
    // Without decimals, an amount is a count of the smallest unit.
    transfer ? formatUnits(BigInt(transfer.amount), token?.decimals ?? 0) : '',
    safeText(token?.symbol ?? '', TEXT_LIMIT),
    transfer?.token ?? '',
    (isReceived ? record.senderAddress : transfer?.to) ?? '',
    fee === undefined || isReceived ? '' : formatUnits(BigInt(fee), knownTokens.STRK.decimals),
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
