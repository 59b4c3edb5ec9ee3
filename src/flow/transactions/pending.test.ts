import { describe, expect, it } from '@jest/globals';
import { storedRecord } from '../../../test/wallet/records';
import { FOREIGN_NONCE, type StoredTransaction } from '../../schema/transaction';
import { listPending, listUnconfirmed } from './pending';

const at = (nonce: number, changes: Partial<StoredTransaction> = {}) =>
  storedRecord(nonce, { txnHash: `0x${nonce}${changes.status ?? ''}`.slice(0, 5), ...changes });
const refused = (nonce: number, changes: Partial<StoredTransaction> = {}) =>
  at(nonce, { status: 'REJECTED', known: false, ...changes });
const lost = (nonce: number) => at(nonce, { known: false });
/** Unix seconds, just after all records. */
const NOW = at(0).timestamp + 60;
type Moment = { now?: number; isLocal?: boolean; confirmed?: readonly StoredTransaction[] };
const alive = (
  history: readonly StoredTransaction[],
  atNode: bigint,
  { confirmed = [], ...moment }: Moment = {},
) =>
  listPending({ history, confirmed }, { now: NOW, atNode, ...moment }).map(
    ({ nonce, isHeld, isAwaited }) => {
      if (isHeld) return `${nonce} held`;
      return isAwaited ? `${nonce} awaited` : nonce;
    },
  );

describe('what was signed and still lives', () => {
  // @promise P9.1
  it('lists what was refused, given up or never acknowledged, until its nonce is used', () => {
    expect(alive([refused(5)], 5n)).toEqual(['5']);
    expect(alive([refused(5, { known: true })], 5n)).toEqual(['5']);
    expect(alive([lost(5)], 5n)).toEqual(['5']);
    expect(alive([refused(9), refused(5)], 5n)).toEqual(['9', '5']);
  });

  it('lists a refused transaction as held if the node calls its nonce used', () => {
    expect(alive([refused(5)], 6n)).toEqual(['5 held']);
    // No node knows it, though the answer alone was lost.
    expect(alive([lost(5)], 6n)).toEqual(['5 held']);
  });

  // @promise P9.5
  it('omits what an accepted transaction passed, and nothing that was only sent', () => {
    expect(alive([at(5, { status: 'ACCEPTED_ON_L2' }), refused(5)], 6n)).toEqual([]);
    expect(alive([at(6, { status: 'ACCEPTED_ON_L2' }), refused(5)], 7n)).toEqual([]);
    // Only one of two can be executed, and the user was told when signing the second.
    expect(alive([at(5), refused(5)], 5n)).toEqual(['5 awaited', '5 awaited']);
    expect(alive([at(6, { status: 'PENDING' }), refused(5)], 7n)).toEqual(['6 awaited', '5 held']);
    // The node may lie of the nonce after the accepted one.
    expect(alive([at(4, { status: 'ACCEPTED_ON_L2' }), refused(5)], 6n)).toEqual(['5 held']);
    // A rejected one takes no place.
    expect(alive([refused(6), refused(5)], 7n)).toEqual(['6 held', '5 held']);
  });

  it('omits what was never sent, and what a paymaster sent', () => {
    expect(alive([refused(5, { nonce: FOREIGN_NONCE })], 5n)).toEqual([]);
    expect(alive([at(5, { nonce: FOREIGN_NONCE }), refused(5)], 5n)).toEqual(['5']);
  });

  // @promise P9.5
  it('awaits what a node accepted for ten minutes, and lists it until the chain has passed it', () => {
    const sent = at(5);
    expect(alive([sent, at(4, { status: 'ACCEPTED_ON_L2' })], 5n)).toEqual(['5 awaited']);
    expect(alive([sent], 6n)).toEqual(['5 awaited']);
    expect(alive([sent], 5n, { now: sent.timestamp + 600 })).toEqual(['5 awaited']);
    const now = sent.timestamp + 601;
    expect(alive([sent], 5n, { now })).toEqual(['5']);
    expect(alive([sent], 5n, { now, confirmed: [sent] })).toEqual(['5']);
    expect(alive([sent], 6n, { now })).toEqual(['5 held']);
    // The tracker has not looked since, but a node knows it, and has used its nonce.
    expect(alive([sent], 6n, { now, confirmed: [sent] })).toEqual(['5 awaited']);
    expect(alive([at(5, { isMissing: true })], 5n)).toEqual(['5']);
  });

  it('lists what one node called accepted if another calls its nonce free', () => {
    const accepted = at(5, { status: 'ACCEPTED_ON_L2' });
    expect(alive([accepted, refused(5)], 5n)).toEqual(['5 awaited', '5 awaited']);
    const late = { now: NOW + 700 };
    expect(alive([accepted, refused(5)], 5n, late)).toEqual(['5', '5']);
    expect(alive([accepted], 5n, { now: NOW + 700 })).toEqual(['5']);
    // A developer has begun anew.
    expect(alive([accepted], 5n, { now: NOW + 700, isLocal: true })).toEqual([]);
  });

  it('lists what was signed for a site until the chain has passed it', () => {
    const given = (nonce: number) => at(nonce, { known: false, given: true });
    expect(alive([given(5)], 5n)).toEqual(['5']);
    expect(alive([at(6), given(5)], 5n)).toEqual(['6 awaited', '5']);
    expect(alive([at(5), given(5)], 5n)).toEqual(['5 awaited', '5 awaited']);
    expect(alive([at(6, { status: 'ACCEPTED_ON_L2' }), given(5)], 7n)).toEqual([]);
    expect(alive([given(5)], 6n)).toEqual(['5 held']);
  });

  it('relies on the journal alone if no nonce was read', () => {
    const history = [refused(6), at(5, { status: 'ACCEPTED_ON_L2' }), refused(4)];
    const pending = listPending({ history, confirmed: [] }, { now: NOW });
    expect(pending.map(({ nonce, isHeld }) => [nonce, isHeld])).toEqual([['6', false]]);
  });

  it('looks again only for what no accepted transaction passed and no node confirmed lately', () => {
    const accepted = at(4, { status: 'ACCEPTED_ON_L2' });
    const history = [refused(6), at(5), accepted, refused(3)];
    expect(listUnconfirmed(history, NOW).map(({ nonce }) => Number(nonce))).toEqual([6]);
    const foreign = refused(7, { nonce: FOREIGN_NONCE });
    expect(
      listUnconfirmed([foreign, ...history], NOW + 700).map(({ nonce }) => Number(nonce)),
    ).toEqual([6, 5]);
  });

  it('omits a deployment, which can be executed once only', () => {
    expect(listUnconfirmed([refused(0, { txnType: 'deploy' })], NOW)).toEqual([]);
  });
});
