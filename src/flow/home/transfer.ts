import { ADDRESS_BOUND, parseNumber, sameFelt } from '../../schema/primitives';
import type { ListedTransaction, TransactionRecord } from '../../schema/transaction';
import { toAddress } from '../../starknet/felt';
import { nameOfSelector } from '../../starknet/selector';
import { parseUint256 } from '../../starknet/tokens/erc20';
import { callsInRecord, type EncodedCall } from '../../starknet/transactions/calls';
import type { TokensByAddress } from '../transactions/simulate';

/** Both sides of what a call moves. The payer need not be the sender: a spender takes what it may. */
type Sides = { readonly payer: string; readonly to: string };

/** A transfer of an amount, in the smallest unit. */
export type Transfer = Sides & { readonly token: string; readonly amount: string };

/** A move by a call: of an amount, or of a piece of a collection. */
type Move = Sides & {
  readonly contract: string;
  /** The amount in the smallest unit, or the number of the piece. */
  readonly number: string;
  /** True if tokens and collections share the function, so that its name does not tell which. */
  readonly isShared: boolean;
};

/** The transfers that a record calls for, beside whatever else it does. */
export const listTransfers = (record: TransactionRecord, tokens: TokensByAddress): Transfer[] =>
  callsInRecord(record).flatMap((call) => asTransfer(readMove(call, record), tokens) ?? []);

/** True if a transaction was rejected or reverted: what it called for did not happen. */
export const hasFailed = ({
  status,
  executionStatus,
  failureReason,
}: Pick<ListedTransaction, 'status' | 'executionStatus' | 'failureReason'>): boolean =>
  status === 'REJECTED' || executionStatus === 'REVERTED' || failureReason !== null;

/** The move that a transaction consists of; undefined for anything else. */
export function findMove(record: TransactionRecord): Move | undefined {
  const [call, ...moreCalls] = callsInRecord(record);
  return call && moreCalls.length === 0 ? readMove(call, record) : undefined;
}

/** The move of its sender that a transaction consists of; undefined for anything else. */
export function findOwnMove(record: TransactionRecord): Move | undefined {
  const move = findMove(record);
  return move && findSides(move, record.senderAddress).isOut ? move : undefined;
}

/** A move of an amount; undefined if no list says that the contract is a token and not a collection. */
export function asTransfer(move: Move | undefined, tokens: TokensByAddress): Transfer | undefined {
  if (!move || (move.isShared && tokens[move.contract] === undefined)) return undefined;
  const { contract: token, number: amount, payer, to } = move;
  return { token, amount, payer, to };
}

const sharedNames = ['transferFrom', 'transfer_from'];

function readMove(call: EncodedCall, { senderAddress }: TransactionRecord): Move | undefined {
  const name = nameOfSelector(call.selector) ?? '';
  const isShared = sharedNames.includes(name);
  if (name !== 'transfer' && !isShared) return undefined;
  const [from, to, ...limbs] = isShared ? call.calldata : [senderAddress, ...call.calldata];
  const [payer, recipient] = [parseNumber(from), parseNumber(to)];
  const number = parseUint256(limbs);
  if (payer === undefined || payer >= ADDRESS_BOUND) return undefined;
  if (recipient === undefined || recipient >= ADDRESS_BOUND || number === undefined)
    return undefined;
  return {
    contract: toAddress(call.to),
    number: String(number),
    isShared,
    payer: toAddress(payer),
    to: toAddress(recipient),
  };
}

/** Direction of a move for an account, and the other side; none if it is neither in nor out. */
export function findSides({ payer, to }: Sides, account: string) {
  const isOut = sameFelt(payer, account);
  const isIn = !isOut && sameFelt(to, account);
  const other = isOut ? to : payer;
  return { isOut, isIn, other: isOut || isIn ? other : undefined };
}
