import { describe, expect, it } from '@jest/globals';
import type { ErrorKind } from '@xnet/clients/errors';
import {
  isAmbiguous,
  isContractNotFound,
  isDuplicateTransaction,
  isTransactionNotFound,
  nodeError,
} from './nodeErrors';

const read = { idempotent: true };
const send = { idempotent: false };
const plain = (text: string) => text;
const mapped = (code: number, data?: unknown, call = send, message = 'A message') =>
  nodeError({ code, message, data }, call, plain);

it.each<[number, ErrorKind, { idempotent: boolean }?]>([
  [20, 'transactionReverts'],
  [21, 'transactionReverts'],
  [24, 'invalidParams', read],
  [28, 'transactionRejected'],
  [29, 'unknownTransaction', read],
  [31, 'nodeFault', read],
  [40, 'transactionReverts', read],
  [41, 'transactionReverts', read],
  [52, 'transactionRejected'],
  [53, 'feeAboveLimit'],
  [54, 'insufficientFunds'],
  [55, 'transactionRejected'],
  [58, 'transactionRejected'],
  [59, 'transactionRejected'],
  [61, 'transactionRejected'],
  [63, 'transactionRejected'],
  [64, 'transactionRejected'],
  [65, 'transactionRejected'],
  [69, 'transactionRejected'],
  // Of an estimate, too, the specification's codes are about the transaction.
  ...[28, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 69].map(
    (code): [number, ErrorKind, typeof read] => [code, 'transactionRejected', read],
  ),
  [9999, 'transactionRejected'],
  [9999, 'nodeFault', read],
  [-1, 'transactionRejected'],
  [-32602, 'transactionRejected'],
  [-32602, 'nodeFault', read],
  [-32601, 'nodeFault'],
  [-32601, 'nodeFault', read],
  [-32603, 'nodeFault'],
  [-32000, 'nodeFault'],
  [-32005, 'limitExceeded'],
  [429, 'limitExceeded', read],
])('maps code %s to %s', (code, kind, call = send) => {
  const error = mapped(code, undefined, call);
  expect(error).toMatchObject({ kind, data: { nodeCode: code, reason: 'A message' } });
});

describe('the balance', () => {
  it('recognizes a lack of funds in a simulation', () => {
    const execution_error =
      'Resources bounds ({ l1_gas: { max_amount: 1, max_price_per_unit: 1 } }) exceed balance (5).';
    expect(mapped(41, { execution_error }, read).kind).toBe('insufficientFunds');
  });

  it('reads no lack of funds out of what a contract says', () => {
    const said = 'Resources bounds (all) exceed balance (5).';
    const execution_error = { contract_address: '0x1', error: said };
    expect(mapped(41, { execution_error }, read).kind).toBe('transactionReverts');
    expect(mapped(41, { execution_error: `Account validation failed: ${said}` }, read).kind).toBe(
      'transactionReverts',
    );
  });
});

describe('the reason', () => {
  it('takes the innermost text of nested frames, with panics in letters', () => {
    const panic = `0x${Buffer.from('ERC20: too much').toString('hex')}`;
    const frame = (error: unknown) => ({
      contract_address: '0x1',
      class_hash: '0x2',
      selector: '0x3',
      error,
    });
    const said = frame(frame(`["${panic}", "${panic}"]`));
    const { data, message } = mapped(40, { revert_error: said }, read);
    const shown = `${panic} ('ERC20: too much')`;
    expect(data.reason).toBe(`["${shown}", "${shown}"]`);
    expect(message).toContain('ERC20: too much');
  });

  it.each(['0x0a0d09', '0x4f4b0a', '0x4f4b4b5', '0x4f4b2e202eff'])('leaves %s as it is', (felt) => {
    expect(mapped(55, `Failed: ${felt}`).data.reason).toBe(`Failed: ${felt}`);
  });

  it.each([
    ['a text', 'Because.'],
    ['an object with a reason', { reason: 'Because.' }],
    ['a revert error', { revert_error: 'Because.' }],
    ['an execution error', { transaction_index: 0, execution_error: 'Because.' }],
  ])('reads the reason from %s', (_, data) => {
    expect(mapped(55, data).data.reason).toBe('Because.');
  });

  it.each([
    [undefined],
    [null],
    [''],
    [7],
    [{}],
    [[]],
    [{ revert_error: { error: { error: 1 } } }],
  ])('takes the message if data is %j', (data) => {
    expect(mapped(55, data).data.reason).toBe('A message');
  });

  it('cuts a long reason in the middle, if a trace says least', () => {
    const { data, message } = mapped(55, `start\n${'x'.repeat(1_000_000)}\nend`);
    expect(data.reason).toMatch(/^start\n/u);
    expect(data.reason?.length).toBeLessThanOrEqual(2_000);
    expect(message).toContain('The node says: x');
    expect(message.length).toBeLessThan(400);
  });

  it('passes through the redaction', () => {
    const error = nodeError({ code: 55, message: 'm', data: 'key=abc' }, send, (text) =>
      text.replace('abc', '…'),
    );
    expect(error.data.reason).toBe('key=…');
    expect(error.message).not.toContain('abc');
  });
});

it('reads how long a limit lasts', () => {
  const { cause } = mapped(-32005, { backoff_seconds: 3 });
  expect(cause).toEqual({ fault: 'rate', pauseMs: 3_000 });
});

it('marks what callers ask about', () => {
  const marks = [isContractNotFound, isTransactionNotFound, isDuplicateTransaction, isAmbiguous];
  const of = (error: unknown) => marks.map((mark) => mark(error));
  expect(of(mapped(20))).toEqual([true, false, false, false]);
  expect(of(mapped(29))).toEqual([false, true, false, false]);
  expect(of(mapped(59))).toEqual([false, false, true, false]);
  expect(of(new Error('20'))).toEqual([false, false, false, false]);
});
