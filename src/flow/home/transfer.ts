import { ADDRESS_BOUND, parseNumber } from '../../schema/primitives';
import type { TransactionRecord } from '../../schema/transaction';
import { toAddress } from '../../starknet/felt';
import { nameOfSelector } from '../../starknet/selector';
import { parseUint256 } from '../../starknet/tokens/erc20';
import { callsInRecord } from '../../starknet/transactions/calls';

/** A transfer that a transaction consists of; `isTaken` if a spender with an allowance made it. */
export type Transfer = { token: string; amount: string; to: string; isTaken: boolean };

/** The only transfer of a record; undefined for anything else. */
export function findTransfer(record: TransactionRecord): Transfer | undefined {
  const [call, ...others] = callsInRecord(record);
  const name = call && nameOfSelector(call.selector);
  if (!call || others.length > 0 || (name !== 'transfer' && name !== 'transferFrom'))
    return undefined;
  const isTaken = name === 'transferFrom';
  const [to, ...limbs] = isTaken ? call.calldata.slice(1) : call.calldata;
  const recipient = parseNumber(to);
  const amount = parseUint256(limbs);
  if (recipient === undefined || recipient >= ADDRESS_BOUND || amount === undefined)
    return undefined;
  return { token: call.to, amount: String(amount), to: toAddress(recipient), isTaken };
}
