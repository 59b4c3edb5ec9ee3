import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createReview, invoke } from '../../../test/review/subject';
import { memoryStorage } from '../../../test/wallet/memoryStorage';
import { sender, storedRecord } from '../../../test/wallet/records';
import type { Outcome } from '../../remote/starknet/node';
import { chainIds } from '../../schema/primitives';
import { GIVEN_UP_AFTER, isAcknowledged, type StoredTransaction } from '../../schema/transaction';
import { createStore } from '../../state/store';
import { createTransactions } from '../../state/transactions';
import { afterStatus, afterUnknown, type NodeStatus } from '../history/status';
import { earlierLives } from '../warnings/outside';
import { countedNonce, nextNonce } from './nonce';
import { listPending, listUnconfirmed, reopen } from './pending';

const chainId = chainIds.sepolia;

/** What a node says of a transaction that is not executed: it may be any of these. */
const statuses: readonly (NodeStatus | undefined)[] = [
  undefined,
  { finality_status: 'RECEIVED' },
  { finality_status: 'CANDIDATE' },
  { finality_status: 'PRE_CONFIRMED' },
  { finality_status: 'PRE_CONFIRMED', execution_status: 'REVERTED' },
];
const lie = fc.record({
  /** Added to the nonce of the chain. */
  nonce: fc.constantFrom(0, 0, -1, 1, 2),
  status: fc.constantFrom(...statuses),
});
type Lie = { nonce: number; status: NodeStatus | undefined };
type Step =
  | { does: 'sign'; lie: Lie; answer: 'accepted' | 'refused' | 'lost' | 'forSite' }
  | { does: 'track'; lie: Lie }
  | { does: 'execute'; which: number }
  | { does: 'wait'; seconds: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constant('sign' as const),
    lie,
    answer: fc.constantFrom('accepted' as const, 'accepted', 'refused', 'lost', 'forSite'),
  }),
  fc.record({ does: fc.constant('track' as const), lie }),
  fc.record({ does: fc.constant('execute' as const), which: fc.nat(9) }),
  fc.record({ does: fc.constant('wait' as const), seconds: fc.constantFrom(5, 400, 700, 90_000) }),
);

/** An account, its journal, and a chain whose node withholds what it wants. */
function createWorld() {
  const transactions = createTransactions(createStore(memoryStorage().storage));
  const executed = new Set<string>();
  const signed: { hash: string; nonce: bigint }[] = [];
  let nonce = 0n;
  let now = storedRecord(0).timestamp;
  const atNode = (lie: Lie) =>
    nonce + BigInt(lie.nonce) + (nonce + BigInt(lie.nonce) < 0n ? 1n : 0n);
  /** No node can call accepted what the chain has not executed, and be believed: see the limits. */
  const statusOf = (hash: string, { status }: Lie): NodeStatus | undefined =>
    executed.has(hash)
      ? { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' }
      : status;
  const recent = () => transactions.recent(chainId, sender);

  /** A review of the next transaction: its nonce, and what it knows and says of earlier ones. */
  async function review(lie: Lie) {
    const journal = await recent();
    const doubtful = listUnconfirmed(journal, now);
    const answers = doubtful.map(({ txnHash }): Outcome<unknown> => {
      const value = statusOf(txnHash, lie);
      return value ? { ok: true, value } : { ok: false, error: new Error('29') as never };
    });
    const known = await reopen({ transactions }, journal, doubtful, answers);
    const counted = countedNonce(atNode(lie), known.history, now);
    const next = nextNonce(counted, known.history);
    const pending = listPending(known, { now, atNode: counted });
    const [held] = pending.flatMap(({ isHeld, nonce: own }) => (isHeld ? BigInt(own) : []));
    const own = held ?? next;
    const warnings = earlierLives(
      createReview({ pending, transactions: [invoke({ nonce: `0x${own.toString(16)}` })] }),
    );
    const isTold = (hash: string) => {
      const of = pending.find(({ txnHash }) => txnHash === hash);
      return warnings.some(({ text }) => JSON.stringify(text).includes(`"${of?.nonce}"`));
    };
    return { own, pending, isTold, history: known.history };
  }

  const act = async (drawn: Step): Promise<void> => {
    if (drawn.does === 'wait') now += drawn.seconds;
    if (drawn.does === 'execute') {
      const ready = signed.filter((one) => one.nonce === nonce && !executed.has(one.hash));
      const one = ready[drawn.which % Math.max(1, ready.length)];
      if (!one) return;
      executed.add(one.hash);
      nonce += 1n;
    }
    if (drawn.does === 'track')
      for (const { txnHash } of await transactions.open()) {
        const status = statusOf(txnHash, drawn.lie);
        await transactions.change(chainId, txnHash, (record) =>
          status
            ? afterStatus(record, status)
            : afterUnknown(record, { accountNonce: atNode(drawn.lie), now }),
        );
      }
    if (drawn.does === 'sign') {
      const { own } = await review(drawn.lie);
      const record: StoredTransaction = storedRecord(1_000 + signed.length, {
        timestamp: now,
        nonce: `0x${own.toString(16)}`,
        known: drawn.answer === 'accepted',
        ...(drawn.answer === 'forSite' && { given: true }),
        ...(drawn.answer === 'refused' && { status: 'REJECTED', failureReason: 'Code 55' }),
      });
      signed.push({ hash: record.txnHash, nonce: own });
      await transactions.add(record);
    }
  };
  const live = () => signed.filter((one) => one.nonce >= nonce).map(({ hash }) => hash);
  const find = (history: readonly StoredTransaction[], hash: string) =>
    history.find(({ txnHash }) => txnHash === hash);
  const isFresh = (record: StoredTransaction) =>
    isAcknowledged(record) && now - record.timestamp <= GIVEN_UP_AFTER;
  return { act, review, live, find, isFresh };
}

// @promise P9.5
it('knows in every review each signature whose nonce the chain has not used, whatever nodes say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), lie, async (steps, last) => {
      const world = createWorld();
      for (const each of steps) await world.act(each);
      const { own, pending, isTold, history } = await world.review(last);
      for (const hash of world.live()) {
        const one = pending.find(({ txnHash }) => txnHash === hash);
        if (!one) throw new Error(`${hash} lives, and the review does not know it.`);
        if (isTold(hash)) continue;
        // Silent only about what the history shows as sent, lately or by the node's word of just now,
        // and what the new one waits for.
        const beside = history.filter(({ nonce }) => BigInt(nonce) === BigInt(one.nonce));
        const isConfirmed = last.status !== undefined && beside.some(isAcknowledged);
        expect(isConfirmed || beside.some(world.isFresh)).toBe(true);
        expect(BigInt(one.nonce) < own).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
});
