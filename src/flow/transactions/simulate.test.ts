import { describe, expect, it } from '@jest/globals';
import { exampleInvocation } from '../../../test/chain/exampleInvocation';
import type { DeclareTransaction } from '../../starknet/transactions/transaction';
import { createPreview, parseExecution } from './simulate';

const { calldata: _calldata, type: _type, ...common } = exampleInvocation;
const declaration: DeclareTransaction = {
  ...common,
  type: 'DECLARE',
  class_hash: '0x11',
  compiled_class_hash: '0x12',
};
const account = { address: exampleInvocation.sender_address };
const trial = { transactions: [declaration], account };
const traced = (...types: 'DECLARE'[]) => ({
  ok: true as const,
  value: types.map((type) => ({ transaction_trace: { type } })),
});

describe('parseExecution of a declaration', () => {
  // It has no execution of its own, and moves no tokens.
  it('previews it as a transaction that changes nothing', () => {
    const execution = parseExecution(traced('DECLARE'), trial, 'node.example');
    expect(createPreview(execution, account.address)).toEqual({
      state: 'known',
      source: 'node.example',
      changes: [],
    });
  });

  it('previews nothing if the trace is of other transactions', () => {
    for (const answer of [traced(), traced('DECLARE', 'DECLARE')])
      expect(parseExecution(answer, trial, 'node.example')).toMatchObject({ state: 'unknown' });
    const invoked = { transactions: [exampleInvocation], account };
    expect(parseExecution(traced('DECLARE'), invoked, 'node.example')).toMatchObject({
      state: 'unknown',
    });
  });
});
