import type { StoredTransaction } from '../../src/schema/transaction';
import { uint256Felts } from '../../src/starknet/tokens/erc20';
import { encodeExecute } from '../../src/starknet/transactions/calls';
import { storedRecord } from './records';

export const moveFunctions = ['transfer', 'transferFrom', 'transfer_from'] as const;

/** A call that moves an amount, or the piece of that number. */
export type Move = {
  readonly entrypoint: (typeof moveFunctions)[number];
  readonly contractAddress: string;
  /** Of no meaning for `transfer`: its sender pays. */
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
};

const callOf = ({ entrypoint, contractAddress, from, to, amount }: Move) => ({
  contractAddress,
  entrypoint,
  calldata: [...(entrypoint === 'transfer' ? [] : [from]), to, ...uint256Felts(amount)],
});

type Sent = Pick<StoredTransaction, 'senderAddress'> & Partial<StoredTransaction>;

/** The record of such calls: one call is stored by its name, several as the account executes them. */
export function movesRecord(
  moves: readonly Move[],
  { senderAddress, ...changes }: Sent,
  number = 1,
): StoredTransaction {
  const calls = moves.map(callOf);
  const [call] = calls;
  const content =
    call && calls.length === 1
      ? {
          contractAddress: call.contractAddress,
          contractFuncName: call.entrypoint,
          contractCallData: call.calldata,
        }
      : {
          contractAddress: senderAddress,
          contractFuncName: '__execute__',
          contractCallData: encodeExecute(calls, 1),
        };
  return storedRecord(number, { status: 'ACCEPTED_ON_L2', senderAddress, ...content, ...changes });
}
