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
    fee: fc.option(fc.oneof(felt, fc.constant('0x0'))),
    isGiven: fc.boolean(),
  })
  .map(({ block, fee, isGiven, ...record }) => ({
    ...storedRecord(0),
    ...record,
    ...(isGiven && { given: true }),
    ...(block !== null && { blockNumber: block }),
    ...(fee !== null && { fee }),
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
          const { nonce: _n, known: _k, given: _g, blockNumber: _b, fee: _f, ...told } = record;
          return { ...told, senderAddress: from };
        });
        const stored = JSON.parse(JSON.stringify(page.pack(records)));
        expect(parse(stored, page.struct, 'internal')).toEqual(records);
      }),
      { numRuns: 100 },
    );
  });
});
