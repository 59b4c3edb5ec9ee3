import { describe, expect, it } from '@jest/globals';
import { parse } from '@xnet/clients/schema/field';
import fc from 'fast-check';
import { sender, storedRecord } from '../../test/wallet/records';
import { chainIds } from '../schema/primitives';
import {
  executionStatuses,
  FOREIGN_NONCE,
  finalityStatuses,
  type StoredTransaction,
  transactionStatuses,
  transactionTypes,
} from '../schema/transaction';
import { foundPage, settledPage } from './settledPage';

const { struct, pack } = settledPage({ chainId: chainIds.sepolia, senderAddress: sender });
const again = (records: readonly StoredTransaction[]) =>
  parse(JSON.parse(JSON.stringify(pack(records))), struct, 'internal');

const felt = fc.bigInt({ min: 0n, max: 2n ** 251n }).map((value) => `0x${value.toString(16)}`);
const address = fc
  .bigInt({ min: 0n, max: 2n ** 250n })
  .map((value) => `0x${value.toString(16).padStart(64, '0')}`);
const anyRecord: fc.Arbitrary<StoredTransaction> = fc
  .record({
    txnHash: felt,
    txnType: fc.constantFrom(...transactionTypes),
    contractAddress: address,
    contractFuncName: fc.oneof(fc.string(), fc.constantFrom('transfer', '')),
    contractCallData: fc.array(fc.oneof(felt, fc.constant('0x0')), { maxLength: 5 }),
    status: fc.constantFrom(...transactionStatuses),
    failureReason: fc.option(fc.string({ unit: 'grapheme' })),
    timestamp: fc.nat(),
    finalityStatus: fc.option(fc.constantFrom(...finalityStatuses)),
    executionStatus: fc.option(fc.constantFrom(...executionStatuses)),
    nonce: fc.oneof(felt, fc.constant(FOREIGN_NONCE)),
    known: fc.boolean(),
    block: fc.option(fc.nat()),
    isGiven: fc.boolean(),
  })
  .map(({ block, isGiven, ...record }) => ({
    ...storedRecord(0),
    ...record,
    ...(isGiven && { given: true }),
    ...(block !== null && { blockNumber: block }),
  }));

describe('a page of settled records', () => {
  it('gives back every record as it was', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 25 }), (records) => {
        expect(again(records)).toEqual(records);
      }),
      { numRuns: 300 },
    );
  });

  it('gives back what was found of any sender, too', () => {
    const page = foundPage({ chainId: chainIds.sepolia, senderAddress: sender });
    const found = fc.record({ record: anyRecord, from: fc.oneof(address, fc.constant(sender)) });
    fc.assert(
      fc.property(fc.array(found, { maxLength: 25 }), (all) => {
        const records = all.map(({ record, from }) => {
          const { nonce: _n, known: _k, given: _g, blockNumber: _b, ...told } = record;
          return { ...told, senderAddress: from };
        });
        const stored = JSON.parse(JSON.stringify(page.pack(records)));
        expect(parse(stored, page.struct, 'internal')).toEqual(records);
      }),
      { numRuns: 100 },
    );
  });

  it('is stored as released versions did', () => {
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

  it.each([
    ['a line that is cut off', { words: [], lines: ['aL001 024'] }],
    ['a word that is missing', { words: ['7'], lines: ['aL001 025010 tro8w1 1 0 1   1,2, 3'] }],
    [
      'a digit that stands for nothing',
      { words: ['7', 'a'], lines: ['aL001 925010 tro8w1 1 0 1'] },
    ],
    ['a sign that is none', { words: ['7', 'a'], lines: ['!L001 025010 tro8w1 1 0 1'] }],
    ['no lines', { words: [] }],
  ])('is refused with %s', (_what, stored) => {
    expect(() => parse(stored, struct, 'internal')).toThrow(
      expect.objectContaining({ kind: 'internal' }),
    );
  });
});
