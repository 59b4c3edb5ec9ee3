import { ADDRESS_BOUND, parseNumber, sameFelt } from '../../schema/primitives';
import type { TransactionRecord } from '../../schema/transaction';
import { toAddress } from '../../starknet/felt';
import { nameOfSelector } from '../../starknet/selector';
import { parseUint256 } from '../../starknet/tokens/erc20';
import { callsInRecord, type EncodedCall } from '../../starknet/transactions/calls';

/** A transfer of a token from `payer`, who need not be the sender: a spender takes what it may. */
export type Transfer = { token: string; amount: string; payer: string; to: string };

/** The transfers that a record calls for, beside whatever else it does. */
export const listTransfers = (record: TransactionRecord): Transfer[] =>
  callsInRecord(record).flatMap((call) => readTransfer(call, record.senderAddress) ?? []);

/** The transfer that a transaction consists of; undefined for anything else. */
export function findTransfer(record: TransactionRecord): Transfer | undefined {
  const [call, ...moreCalls] = callsInRecord(record);
  return call && moreCalls.length === 0 ? readTransfer(call, record.senderAddress) : undefined;
}

/** The payment of its sender that a transaction consists of; undefined for anything else. */
export function findPayment(record: TransactionRecord): Transfer | undefined {
  const transfer = findTransfer(record);
  return transfer && findSides(transfer, record.senderAddress).isOut ? transfer : undefined;
}

const spenders = ['transferFrom', 'transfer_from'];

function readTransfer(call: EncodedCall, sender: string): Transfer | undefined {
  const name = nameOfSelector(call.selector) ?? '';
  if (name !== 'transfer' && !spenders.includes(name)) return undefined;
  const [from, to, ...limbs] = name === 'transfer' ? [sender, ...call.calldata] : call.calldata;
  const [payer, recipient] = [parseNumber(from), parseNumber(to)];
  const amount = parseUint256(limbs);
  if (payer === undefined || payer >= ADDRESS_BOUND) return undefined;
  if (recipient === undefined || recipient >= ADDRESS_BOUND || amount === undefined)
    return undefined;
  return {
    token: call.to,
    amount: String(amount),
    payer: toAddress(payer),
    to: toAddress(recipient),
  };
}

/** Direction of a transfer for an account, and the other side; neither in nor out beside it. */
export function findSides({ payer, to }: Transfer, account: string) {
  const isOut = sameFelt(payer, account);
  return { isOut, isIn: !isOut && sameFelt(to, account), other: isOut ? to : payer };
}
