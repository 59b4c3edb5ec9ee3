import { u256Felts } from './felt';
import { tokens } from './tokens';

export type Call = {
  readonly contractAddress: string;
  readonly entrypoint: string;
  readonly calldata: readonly string[];
};

export const transfer = (to: string, amountFri: bigint): Call => ({
  contractAddress: tokens.STRK,
  entrypoint: 'transfer',
  calldata: [to, ...u256Felts(amountFri)],
});

export const approve = (spender: string, amountFri: bigint): Call => ({
  contractAddress: tokens.STRK,
  entrypoint: 'approve',
  calldata: [spender, ...u256Felts(amountFri)],
});
