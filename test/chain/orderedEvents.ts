import { getSelector } from '../../src/starknet/selector';
import { decodeExecute } from '../../src/starknet/transactions/calls';
import type { Transaction } from '../../src/starknet/transactions/transaction';

export type TokenEvent = { keys: string[]; data: string[]; from: string };

const names = ['transfer', 'transferFrom', 'transfer_from', 'approve', 'increase_allowance'];

/** The events that tokens emit for the direct calls of transactions, as an honest node has them. */
export const orderedEvents = (transactions: readonly Transaction[]): TokenEvent[] =>
  transactions.flatMap((transaction) => {
    if (transaction.type !== 'INVOKE') return [];
    const { sender_address: sender, calldata } = transaction;
    const calls = decodeExecute([...calldata], 1) ?? [];
    return calls.flatMap(({ to, selector, calldata: felts }): TokenEvent[] => {
      const name = names.find((one) => getSelector(one) === selector);
      const [a = '0x0', b = '0x0', c = '0x0', d = '0x0'] = felts;
      if (name === undefined) return [];
      if (name.startsWith('transfer') && name !== 'transfer')
        return [{ from: to, keys: [getSelector('Transfer'), a, b], data: [c, d] }];
      const event = name === 'transfer' ? 'Transfer' : 'Approval';
      return [{ from: to, keys: [getSelector(event), sender, a], data: [b, c] }];
    });
  });
