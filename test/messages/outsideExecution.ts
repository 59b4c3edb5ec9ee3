import { type Call, outsideExecution } from 'starknet';
import type { Parts } from './typedDataExample';

/** The short string ANY_CALLER. */
export const ANYONE = '0x414e595f43414c4c4552';
export const otherAccount = `0x${'7'.repeat(62)}`;
export const token = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
export const transfer = (to: string, low: bigint, high = 0n): Call => ({
  contractAddress: token,
  entrypoint: 'transfer',
  calldata: [to, `0x${low.toString(16)}`, `0x${high.toString(16)}`],
});

type Wish = {
  version: '1' | '2';
  calls?: Call[];
  caller?: string;
  after?: number;
  before?: number;
  chainId?: string;
};

/** An outside execution as starknet.js builds it; each case changes one thing. */
export function outsideMessage({
  version,
  calls = [transfer('0x5', 16n), transfer('0x6', 17n, 1n)],
  caller = ANYONE,
  after = 1_000,
  before = 2_000,
  chainId = 'SN_SEPOLIA',
}: Wish): Parts {
  const options = { caller, execute_after: after, execute_before: before };
  const made = outsideExecution.getTypedData(chainId, options, '0x99', calls, version);
  return structuredClone(made) as unknown as Parts; // the same data under a looser type
}

/** Version 3 as drafted in SNIP-29, with `Fee` as the enum that SNIP-12 requires. */
export function outsideMessage3(fee: object, changes: Partial<Wish> = {}): Parts {
  const parts = outsideMessage({ ...changes, version: '2' });
  parts.domain.version = '3';
  (parts.types.OutsideExecution as object[]).push({
    name: 'Fee',
    type: 'enum',
    contains: 'Fee Mode',
  });
  parts.types['Fee Mode'] = [
    { name: 'No Fee', type: '()' },
    { name: 'Pay Fee', type: '(Fee Transfer)' },
  ];
  parts.types['Fee Transfer'] = [
    { name: 'Fee Amount', type: 'TokenAmount' },
    { name: 'Fee Receiver', type: 'ContractAddress' },
  ];
  parts.message.Fee = fee;
  return parts;
}
