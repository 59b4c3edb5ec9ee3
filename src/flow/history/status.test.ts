import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { storedRecord } from '../../../test/wallet/records';
import {
  executionStatuses,
  FOREIGN_NONCE,
  finalityStatuses,
  GIVEN_UP_AFTER,
  isAcknowledged,
  type StoredTransaction,
} from '../../schema/transaction';
import { afterStatus, afterUnknown, type NodeStatus, recordStatus } from './status';

const record = (changes: Partial<StoredTransaction> = {}) => storedRecord(7, changes);
const young = { accountNonce: 7n, now: record().timestamp + 10 };

describe('what a node says', () => {
  const reason = 'Insufficient balance';
  // The rows of the table: finality, execution, status, whether the reason is shown.
  type Row = [
    NodeStatus['finality_status'],
    NodeStatus['execution_status'],
    StoredTransaction['status'],
    boolean,
  ];
  it.each<Row>([
    ['RECEIVED', undefined, 'RECEIVED', false],
    ['CANDIDATE', undefined, 'RECEIVED', false],
    ['PRE_CONFIRMED', undefined, 'PENDING', false],
    ['PRE_CONFIRMED', 'SUCCEEDED', 'PENDING', false],
    ['PRE_CONFIRMED', 'REVERTED', 'PENDING', true],
    ['ACCEPTED_ON_L2', 'SUCCEEDED', 'ACCEPTED_ON_L2', false],
    ['ACCEPTED_ON_L2', 'REVERTED', 'ACCEPTED_ON_L2', true],
    ['ACCEPTED_ON_L1', 'SUCCEEDED', 'ACCEPTED_ON_L2', false],
    ['ACCEPTED_ON_L1', 'REVERTED', 'ACCEPTED_ON_L2', true],
  ])('maps %s, %s to %s', (finality, execution, status, isReasonShown) => {
    const told = { finality_status: finality, execution_status: execution, failure_reason: reason };
    expect(recordStatus(told)).toEqual({
      status,
      failureReason: isReasonShown ? reason : null,
      finalityStatus: finality,
      executionStatus: execution ?? null,
    });
    expect(afterStatus(record({ known: false }), told)).toEqual({
      ...record({ known: true }),
      ...recordStatus(told),
    });
  });

  // @promise T8.2
  it('gives a reverted transaction a reason even if the node has none', () => {
    const told = { finality_status: 'ACCEPTED_ON_L2', execution_status: 'REVERTED' } as const;
    expect(recordStatus(told).failureReason).toMatch(/no reason/u);
    // An empty one would pass for a transaction that did not fail.
    expect(recordStatus({ ...told, failure_reason: '' }).failureReason).toMatch(/no reason/u);
  });

  // @promise P21.1
  it('keeps the end of a reason, which names the cause, and never more than the journal has room for', () => {
    const told = { finality_status: 'ACCEPTED_ON_L2', execution_status: 'REVERTED' } as const;
    const failure_reason = `${'frame '.repeat(1_000_000)}Failure reason: "Sold out".`;
    const { failureReason } = recordStatus({ ...told, failure_reason });
    expect(failureReason).toHaveLength(2_000);
    expect(failureReason).toMatch(/ Failure reason: "Sold out"\.$/u);
  });
});

describe('what a node does not know', () => {
  it('stays open while it may still arrive', () => {
    for (const status of ['RECEIVED', 'PENDING'] as const)
      expect(afterUnknown(record({ status }), young)).toEqual(record({ status }));
  });

  // @promise T8.2
  it('rejects a record once the account nonce has passed it', () => {
    const moved = afterUnknown(record(), { ...young, accountNonce: 8n });
    expect(moved).toEqual(
      record({ status: 'REJECTED', failureReason: expect.any(String) as never }),
    );
    expect(moved.failureReason).toMatch(/replaced/u);
  });

  const at = (seconds: number) => ({ ...young, now: record().timestamp + seconds });

  // @promise P9.5
  it('calls a record missing after ten minutes, and never rejected while its nonce is free', () => {
    expect(afterUnknown(record(), at(GIVEN_UP_AFTER))).toEqual(record());
    for (const known of [true, false])
      for (const seconds of [GIVEN_UP_AFTER + 1, 86_400 * 365])
        expect(afterUnknown(record({ known, status: 'PENDING' }), at(seconds))).toEqual(
          record({ known, isMissing: true }),
        );
  });

  it('takes a missing record up again once a node knows it', () => {
    const missing = afterUnknown(record(), at(GIVEN_UP_AFTER + 1));
    expect(isAcknowledged(missing)).toBe(false);
    expect(afterStatus(missing, { finality_status: 'RECEIVED' })).toEqual(
      record({ finalityStatus: 'RECEIVED' }),
    );
    expect(afterUnknown(missing, { ...young, accountNonce: 8n })).not.toHaveProperty('isMissing');
  });

  // @promise P9.5
  it('keeps what a paymaster was given open until the time of its message is over', () => {
    const relayed = record({ nonce: FOREIGN_NONCE, known: false });
    expect(afterUnknown(relayed, at(3_600))).toMatchObject({ status: 'RECEIVED', isMissing: true });
    expect(afterUnknown(relayed, at(3_601))).toMatchObject({
      status: 'REJECTED',
      failureReason: expect.stringContaining('time is over'),
    });
  });

  it('clears the execution status once a record is rejected', () => {
    const told = { finality_status: 'PRE_CONFIRMED', execution_status: 'SUCCEEDED' } as const;
    const dropped = afterUnknown(afterStatus(record(), told), { ...young, accountNonce: 8n });
    expect(dropped).toMatchObject({
      status: 'REJECTED',
      finalityStatus: null,
      executionStatus: null,
    });
  });

  it('leaves final records as they are', () => {
    for (const status of ['ACCEPTED_ON_L2', 'REJECTED'] as const) {
      const settled = record({ status, failureReason: 'why' });
      expect(afterUnknown(settled, { accountNonce: 99n, now: 2 ** 40 })).toBe(settled);
    }
  });
});

describe('any sequence of what nodes say', () => {
  type Event = { told: NodeStatus } | { unknown: { accountNonce: bigint; now: number } };
  const event: fc.Arbitrary<Event> = fc.oneof(
    fc.record({
      told: fc.record({
        finality_status: fc.constantFrom(...finalityStatuses),
        execution_status: fc.option(fc.constantFrom(...executionStatuses), { nil: undefined }),
        failure_reason: fc.option(fc.string(), { nil: undefined }),
      }),
    }),
    fc.record({
      unknown: fc.record({
        accountNonce: fc.bigInt(0n, 12n),
        now: fc.integer({ min: 0, max: 2 * GIVEN_UP_AFTER }).map((s) => record().timestamp + s),
      }),
    }),
  );
  const after = (before: StoredTransaction, next: Event) =>
    'told' in next ? afterStatus(before, next.told) : afterUnknown(before, next.unknown);
  const start = fc.boolean().map((known) => record({ known }));

  // @promise T8.2
  it('keeps a record at ACCEPTED_ON_L2 for good', () => {
    fc.assert(
      fc.property(start, fc.array(event), (first, events) => {
        let now = first;
        for (const each of events) {
          const next = after(now, each);
          if (now.status === 'ACCEPTED_ON_L2') expect(next.status).toBe('ACCEPTED_ON_L2');
          now = next;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('moves only along the table', () => {
    const allowed: Record<StoredTransaction['status'], StoredTransaction['status'][]> = {
      RECEIVED: ['RECEIVED', 'PENDING', 'ACCEPTED_ON_L2', 'REJECTED'],
      PENDING: ['RECEIVED', 'PENDING', 'ACCEPTED_ON_L2', 'REJECTED'],
      ACCEPTED_ON_L2: ['ACCEPTED_ON_L2'],
      REJECTED: ['RECEIVED', 'PENDING', 'ACCEPTED_ON_L2', 'REJECTED'],
    };
    fc.assert(
      fc.property(start, fc.array(event), (first, events) => {
        let now = first;
        for (const each of events) {
          const next = after(now, each);
          expect(allowed[now.status]).toContain(next.status);
          // Nobody but a node opens what was rejected, and nobody but a silent node rejects.
          if (now.status === 'REJECTED' && next.status !== 'REJECTED')
            expect(each).toHaveProperty('told');
          if (now.status !== 'REJECTED' && next.status === 'REJECTED')
            expect(each).toHaveProperty('unknown');
          now = next;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps what identifies a record, and a reason exactly if something failed', () => {
    fc.assert(
      fc.property(start, fc.array(event, { minLength: 1 }), (first, events) => {
        const last = events.reduce(after, first);
        const { txnHash, nonce, timestamp, senderAddress } = last;
        expect({ txnHash, nonce, timestamp, senderAddress }).toEqual({
          txnHash: first.txnHash,
          nonce: first.nonce,
          timestamp: first.timestamp,
          senderAddress: first.senderAddress,
        });
        const hasFailed = last.status === 'REJECTED' || last.executionStatus === 'REVERTED';
        expect(last.failureReason !== null).toBe(hasFailed);
        if (first.known) expect(last.known).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('opens a rejected record again when the transaction reappears', () => {
    const rejected = afterUnknown(record(), { ...young, accountNonce: 8n });
    const again = afterStatus(rejected, { finality_status: 'PRE_CONFIRMED' });
    expect(again).toMatchObject({ status: 'PENDING', failureReason: null });
  });

  it('lets a pending record fall back to received', () => {
    const pending = afterStatus(record(), { finality_status: 'PRE_CONFIRMED' });
    expect(afterStatus(pending, { finality_status: 'RECEIVED' }).status).toBe('RECEIVED');
  });
});
