import { describe, expect, it } from '@jest/globals';
import { createBooks, excessOfRate } from './books';

const call = { method: 'eth_call', params: [] };
const proof = { method: 'eth_getProof', params: [] };
const alive = { mark: () => () => false };
const killed = { mark: () => () => true };

describe('the books of a key', () => {
  it('finds nothing if the store counts what the replies said', () => {
    const books = createBooks();
    books.begin(alive, [call]).end(80, 200);
    books.begin(alive, [call, proof]).end(310, 200);
    expect(books.audit(390)).toEqual({ lost: 0, doubled: 0 });
    expect(books.counts).toMatchObject({ calls: 3, credits: 390, inFlight: 0 });
  });

  it('finds each credit that the store has forgotten, or counts again', () => {
    const books = createBooks();
    books.begin(alive, [call]).end(80, 200);
    expect(books.audit(75)).toEqual({ lost: 5, doubled: 0 });
    // Each fault is found once.
    expect(books.audit(75)).toEqual({ lost: 0, doubled: 0 });
    books.begin(alive, [call]).end(80, 200);
    expect(books.audit(75 + 160)).toEqual({ lost: 0, doubled: 80 });
  });

  it('admits the price of a request that a kill cut off, until the next audit and no longer', () => {
    const books = createBooks();
    books.begin(killed, [call, proof]).fail(false);
    expect(books.look(310)).toEqual({ lost: 0, doubled: 0 });
    expect(books.look(311)).toEqual({ lost: 0, doubled: 1 });
    expect(books.audit(80)).toEqual({ lost: 0, doubled: 0 });
    expect(books.audit(81)).toEqual({ lost: 0, doubled: 1 });
    expect(books.counts.inFlight).toBe(1);
    expect(books.faults).toEqual([]);
  });

  it('admits nothing for a request that never left, and reports one that a running instance ignores', () => {
    const books = createBooks();
    books.begin(killed, [call]).fail(true);
    expect(books.look(80)).toEqual({ lost: 0, doubled: 80 });
    books.begin(alive, [call]).fail(false);
    expect(books.look(80)).toEqual({ lost: 0, doubled: 80 });
    expect(books.faults).toHaveLength(1);
  });

  it('admits what a killed instance could not give back of a call that the store left unanswered', () => {
    const books = createBooks();
    books.begin(alive, [call]).end(0, 500);
    expect(books.look(80)).toEqual({ lost: 0, doubled: 80 });
    books.begin(killed, [call]).end(0, 500);
    expect(books.look(80)).toEqual({ lost: 0, doubled: 0 });
  });
});

describe('excessOfRate', () => {
  const at = (ms: number) => ({ sentAt: ms, gotAt: ms + 1, credits: 100 });

  it('admits what a bucket of a second holds and refills', () => {
    expect(excessOfRate([0, 1, 2, 3, 4, 800, 1_600].map(at), 250, 1_000)).toBe(100);
    expect(excessOfRate([0, 1, 2, 3, 4, 800, 1_600].map(at), 300, 1_000)).toBe(0);
  });

  it('finds a window with more than that, wherever it begins', () => {
    const replies = [0, 5_000, 9_900, 9_950, 10_000, 10_050].map(at);
    expect(excessOfRate(replies, 100, 1_000)).toBe(200);
    expect(excessOfRate(replies, 100, 10_000)).toBe(0);
  });
});
