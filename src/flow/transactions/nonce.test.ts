import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { storedRecord } from '../../../test/wallet/records';
import { type StoredTransaction, transactionStatuses } from '../../schema/transaction';
import { countedNonce, expectedNonce, nextNonce } from './nonce';

const sent = (nonce: number, changes: Partial<StoredTransaction> = {}) =>
  storedRecord(nonce, changes);

describe('the next nonce', () => {
  it('returns the node’s nonce if nothing is pending', () => {
    expect(nextNonce(5n, [])).toBe(5n);
    expect(nextNonce(5n, [sent(3), sent(4)])).toBe(5n);
  });

  it('follows the transactions that a node has taken and not yet counted', () => {
    expect(nextNonce(5n, [sent(5)])).toBe(6n);
    expect(nextNonce(5n, [sent(7), sent(6, { status: 'PENDING' }), sent(5)])).toBe(8n);
  });

  // @promise T7.1
  it('leaves no gap for a record that no node has acknowledged', () => {
    expect(nextNonce(5n, [sent(5, { known: false })])).toBe(5n);
    expect(nextNonce(5n, [sent(6), sent(5, { known: false })])).toBe(5n);
  });

  it('leaves no gap for a rejected one', () => {
    expect(nextNonce(5n, [sent(5, { status: 'REJECTED' })])).toBe(5n);
    expect(nextNonce(5n, [sent(5), sent(5, { status: 'REJECTED' })])).toBe(6n);
  });

  it('ignores one that was sent with a far nonce', () => {
    expect(nextNonce(5n, [sent(50)])).toBe(5n);
    expect(nextNonce(5n, [sent(50), sent(5)])).toBe(6n);
  });

  it('believes the node if a chain was reset', () => {
    const old = [0, 1, 2, 3].map((nonce) => sent(nonce, { status: 'ACCEPTED_ON_L2' }));
    expect(nextNonce(0n, old)).toBe(0n);
  });

  // @promise T7.1
  it('counts the newest transaction, which a node that is behind may lack a while', () => {
    const now = sent(5).timestamp + 299;
    const accepted = sent(5, { status: 'ACCEPTED_ON_L2' });
    expect(countedNonce(5n, [accepted], now)).toBe(6n);
    expect(countedNonce(4n, [sent(9, { status: 'REJECTED' }), accepted], now)).toBe(6n);
    expect(countedNonce(8n, [accepted], now)).toBe(8n);
    expect(countedNonce(5n, [sent(5)], now)).toBe(5n);
    // Nobody is behind for longer, and only on a chain that has begun anew are lower ones newer.
    expect(countedNonce(5n, [accepted], now + 1)).toBe(5n);
    expect(countedNonce(3n, [sent(2, { status: 'ACCEPTED_ON_L2' }), accepted], now)).toBe(3n);
  });

  // @promise T7.1
  it('returns at least the node’s nonce, and only pending ones lie between', () => {
    const record = fc.record({
      nonce: fc.nat(12),
      status: fc.constantFrom(...transactionStatuses),
      known: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.bigInt(0n, 12n), fc.array(record, { maxLength: 20 }), (atNode, drawn) => {
        const history = drawn.map(({ nonce, ...changes }) => sent(nonce, changes));
        const next = nextNonce(atNode, history);
        expect(next >= atNode).toBe(true);
        const acknowledged = history.filter(({ known, status }) => known && status !== 'REJECTED');
        for (let nonce = atNode; nonce < next; nonce += 1n)
          expect(acknowledged.some((each) => BigInt(each.nonce) === nonce)).toBe(true);
      }),
    );
  });
});

describe('the nonce that is likely next', () => {
  it('returns the requested nonce, if any', () => {
    expect(expectedNonce([sent(4)], { nonce: '0x9' })).toBe(9n);
  });

  it('follows the highest that a node has acknowledged', () => {
    const history = [
      sent(9, { known: false }),
      sent(8, { status: 'REJECTED' }),
      sent(6, { status: 'ACCEPTED_ON_L2' }),
      sent(5),
    ];
    expect(expectedNonce(history, {})).toBe(7n);
  });

  it('returns nothing without such a record', () => {
    expect(expectedNonce([], {})).toBeUndefined();
    expect(expectedNonce([sent(1, { known: false })], {})).toBeUndefined();
  });
});
