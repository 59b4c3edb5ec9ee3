import { describe, expect, it } from '@jest/globals';
import { parse } from '@xnet/clients/schema/field';
import { sender, storedRecord } from '../../test/wallet/records';
import { chainIds } from '../schema/primitives';
import type { StoredTransaction } from '../schema/transaction';
import { settledPage } from './settledPage';

const { struct, pack } = settledPage({ chainId: chainIds.sepolia, senderAddress: sender });
const again = (records: readonly StoredTransaction[]) =>
  parse(JSON.parse(JSON.stringify(pack(records))), struct, 'internal');

describe('a page of settled records', () => {
  it('stores a page as released versions did', () => {
    const records = [
      storedRecord(1, { status: 'ACCEPTED_ON_L2', finalityStatus: 'ACCEPTED_ON_L1' }),
      storedRecord(2, { status: 'REJECTED', failureReason: 'No.', blockNumber: 7, known: false }),
    ];
    expect(pack(records)).toEqual({
      words: ['7', 'transfer', 'No.'],
      lines: ['aL001 025010 tro8w1 1 0 1   1,2, 3', 'aL002 030000 tro8w2 2 0 1 2 7 1,2, 3'],
    });
    expect(again(records)).toEqual(records);
  });

  it('keeps what a transaction cost, be it nothing', () => {
    const records = ['0x0', '0x2386f26fc10000'].map((fee, at) => storedRecord(at, { fee }));
    expect(again(records)).toEqual(records);
  });

  it.each([
    ['a line that is cut off', { words: [], lines: ['aL001 024'] }],
    ['a word that is missing', { words: ['7'], lines: ['aL001 025010 tro8w1 1 0 1   1,2, 3'] }],
    [
      'a digit that stands for nothing',
      { words: ['7', 'a'], lines: ['aL001 925010 tro8w1 1 0 1'] },
    ],
    ['a sign that is none', { words: ['7', 'a'], lines: ['!L001 025010 tro8w1 1 0 1'] }],
    ['no lines', { words: [] }],
  ])('refuses a page with %s', (_what, stored) => {
    expect(() => parse(stored, struct, 'internal')).toThrow(
      expect.objectContaining({ kind: 'internal' }),
    );
  });
});
