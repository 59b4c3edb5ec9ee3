import { describe, expect, it } from '@jest/globals';
import { storedRecord } from '../../../test/wallet/records';
import { FOREIGN_NONCE, type StoredTransaction } from '../../schema/transaction';
import { listPending, listUnconfirmed } from './pending';

const at = (nonce: number, changes: Partial<StoredTransaction> = {}) =>
  storedRecord(nonce, { txnHash: `0x${nonce}${changes.status ?? ''}`.slice(0, 5), ...changes });
const refused = (nonce: number, changes: Partial<StoredTransaction> = {}) =>
  at(nonce, { status: 'REJECTED', known: false, ...changes });
const lost = (nonce: number) => at(nonce, { known: false });
const alive = (history: readonly StoredTransaction[], atNode: bigint) =>
  listPending(history, atNode).map(({ nonce, isHeld }) => `${nonce}${isHeld ? ' held' : ''}`);

describe('what was signed and still lives', () => {
  // @promise P9.1
  it('lists what was refused, given up or never acknowledged, until its nonce is used', () => {
    expect(alive([refused(5)], 5n)).toEqual(['5']);
    expect(alive([refused(5, { known: true })], 5n)).toEqual(['5']);
    expect(alive([lost(5)], 5n)).toEqual(['5']);
    expect(alive([refused(9), refused(5)], 5n)).toEqual(['9', '5']);
  });

  it('lists a refused transaction as held where the node calls its nonce used', () => {
    expect(alive([refused(5)], 6n)).toEqual(['5 held']);
    // The answer was lost, and nobody said that it was refused: it went through.
    expect(alive([lost(5)], 6n)).toEqual([]);
  });

  it('omits what another transaction of ours replaced or passed', () => {
    expect(alive([at(5), refused(5)], 5n)).toEqual([]);
    expect(alive([at(5, { status: 'ACCEPTED_ON_L2' }), refused(5)], 6n)).toEqual([]);
    expect(alive([at(6, { status: 'PENDING' }), refused(5)], 7n)).toEqual([]);
    // A rejected one takes no place.
    expect(alive([refused(6), refused(5)], 7n)).toEqual(['6 held', '5 held']);
  });

  it('omits what was never sent, what a paymaster sent, and what is on its way', () => {
    expect(alive([refused(5, { nonce: FOREIGN_NONCE })], 5n)).toEqual([]);
    expect(alive([at(5, { nonce: FOREIGN_NONCE }), refused(5)], 5n)).toEqual(['5']);
    expect(alive([at(5), at(4, { status: 'ACCEPTED_ON_L2' })], 5n)).toEqual([]);
  });

  it('lists what was signed for a site until the chain has passed it', () => {
    const given = (nonce: number) => at(nonce, { known: false, given: true });
    expect(alive([given(5)], 5n)).toEqual(['5']);
    expect(alive([at(6), given(5)], 5n)).toEqual(['5']);
    expect(alive([at(5), given(5)], 5n)).toEqual([]);
    // The node may be behind the one that told of the acceptance.
    expect(alive([at(6, { status: 'ACCEPTED_ON_L2' }), given(5)], 5n)).toEqual([]);
    expect(alive([given(5)], 6n)).toEqual([]);
  });

  it('omits a deployment, which can be executed once only', () => {
    expect(listUnconfirmed([refused(0, { txnType: 'deploy' })])).toEqual([]);
  });
});
