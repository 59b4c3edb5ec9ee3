import { describe, expect, it } from '@jest/globals';
import type { ErrorKind } from '@xnet/clients/errors';
import { nodeError } from './nodeErrors';

const mapped = (code: number, data: unknown, idempotent = false) =>
  nodeError({ code, message: 'A message', data }, { idempotent }, (text) => text).kind;

/** What each implementation writes of a nonce, by the account's and the transaction's. */
const nonceTexts: Readonly<Record<string, (account: string, sent: string) => string>> = {
  'the blockifier': (account, sent) =>
    `Invalid transaction nonce of contract at address 0x${'0'.repeat(62)}14. Account nonce: ${account}; got: ${sent}.`,
  'an older blockifier': (account, sent) =>
    `Invalid transaction nonce of contract at address 0x14. Expected: ${account}; got: ${sent}.`,
  'the gateway of an invoke': (account, sent) =>
    `Invalid transaction nonce. Expected: ${account} <= nonce <= 0xffffffff, got: ${sent}.`,
  'the gateway of a declaration': (account, sent) =>
    `Invalid transaction nonce. Expected: nonce = ${account}, got: ${sent}.`,
  'the mempool': (account, sent) =>
    `Invalid transaction nonce. Expected: ${account}, got: ${sent}.`,
  'the mempool through the gateway': (account, sent) =>
    `MempoolError(NonceTooOld { address: ContractAddress(PatriciaKey(0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691)), tx_nonce: Nonce(${sent}), account_nonce: Nonce(${account}) })`,
};

const hex = (value: number): string => `0x${value.toString(16)}`;
const padded = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;
const decimal = (value: number): string => String(value);
const below = (most: number): number => Math.floor(Math.random() * most);

describe.each(Object.entries(nonceTexts))('the nonce in the text of %s', (_, text) => {
  it.each([52, 55, 63])(
    'says that it is used up if it is below the account’s, at code %s',
    (code) => {
      for (const write of [hex, padded, decimal])
        for (let round = 0; round < 40; round += 1) {
          const account = 1 + below(10_000);
          const [lower, higher] = [below(account), account + below(500)];
          expect(mapped(code, text(write(account), write(lower)))).toBe('nonceTooLow');
          expect(mapped(code, text(write(account), write(higher)))).toBe('transactionRejected');
        }
    },
  );

  it('tells the same in an estimate', () => {
    const execution_error = text('0x5', '0x4');
    expect(mapped(41, { transaction_index: 0, execution_error }, true)).toBe('nonceTooLow');
  });
});

describe('a refusal', () => {
  it.each<[ErrorKind, string]>([
    [
      'accountDeployed',
      'Invalid deploy account transaction. Account is already deployed (nonce=0x1).',
    ],
    ['transactionRejected', 'Invalid transaction nonce. Expected: nonce = 0, got: 0x1.'],
    ['transactionRejected', 'MempoolError(DuplicateNonce { address: 0x1, nonce: Nonce(0x5) })'],
    ['transactionRejected', 'Duplicate nonce, sender address: 0x1, nonce: Nonce(0x5)'],
    ['transactionRejected', 'Account transaction nonce is invalid.'],
    ['insufficientFunds', 'Account balance is not enough to cover the transaction cost.'],
    ['insufficientFunds', 'Resources bounds ({ l1_gas: 1 }) exceed balance (5).'],
    ['insufficientFunds', 'Max fee (7) exceeds balance (5).'],
    [
      'feeAboveLimit',
      'Max gas price is too low: GasPrice(5), minimum required gas price: 8000000000.',
    ],
    ['feeAboveLimit', 'Transaction L2 gas price 5 is below the required threshold 8.'],
    ['feeAboveLimit', 'Max L2Gas price (5) is lower than the actual gas price: 8.'],
    [
      'feeAboveLimit',
      "The transaction's resources don't cover validation or the minimal transaction fee.",
    ],
    [
      'transactionRejected',
      'Max gas amount is too high: GasAmount(1224841560), maximum allowed gas amount: 1210000000.',
    ],
    [
      'transactionRejected',
      'Calldata length exceeded maximum: length 5001\n        (allowed length: 5000).',
    ],
    ['transactionRejected', 'Transaction rejected: mempool capacity exceeded.'],
  ])('maps to %s the real text "%s"', (kind, text) => {
    for (const code of [55, 63]) expect(mapped(code, text)).toBe(kind);
  });

  it('says nothing certain in a text that nobody is known to write', () => {
    for (const text of [undefined, 'Something about it', 'Expected: more, got: less', 'Used.'])
      expect(mapped(52, text)).toBe('transactionRejected');
  });

  it('takes no word of a contract for the node’s', () => {
    const told = 'Invalid transaction nonce. Expected: 0x5, got: 0x4.';
    const execution_error = { contract_address: '0x1', error: told };
    expect(mapped(41, { execution_error }, true)).toBe('transactionReverts');
    for (const frame of ['Account validation failed: ', 'Transaction execution has failed:\n0: '])
      for (const text of [told, 'Account is already deployed (nonce=0x1)', 'exceeds balance (5)'])
        expect(mapped(41, { execution_error: frame + text }, true)).toBe('transactionReverts');
  });
});
