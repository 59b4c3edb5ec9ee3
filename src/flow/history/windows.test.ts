import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TokenCursor } from '../../state/foundTransactions';
import { advance, completeBlocks, MAX_SPAN, planWindows, takeBlocks, type Window } from './windows';

const known: TokenCursor = { low: 500, high: 900, lowTime: 5_000, span: 100 };
const plan = (cursor: TokenCursor | undefined, head: number, since: number) =>
  planWindows('t', cursor, { head, since }).map(({ direction, from, to }) => [direction, from, to]);

describe('the next windows', () => {
  it('plans the newest blocks if nothing is known', () => {
    expect(plan(undefined, 200_000, 0)).toEqual([['forward', 120_001, 200_000]]);
    expect(plan(undefined, 10, 0)).toEqual([['forward', 0, 10]]);
  });

  it('plans the new blocks, and older ones as far as the time asks', () => {
    expect(plan(known, 950, 4_999)).toEqual([
      ['forward', 901, 950],
      ['backward', 400, 499],
    ]);
    expect(plan(known, 950, 5_000)).toEqual([['forward', 901, 950]]);
    expect(plan(known, 900, 5_000)).toEqual([]);
    expect(plan({ ...known, lowTime: null }, 900, 9_999)).toEqual([['backward', 400, 499]]);
    expect(plan({ ...known, low: 0 }, 900, 0)).toEqual([]);
    expect(plan({ ...known, low: 3 }, 900, 0)).toEqual([['backward', 0, 2]]);
  });

  it('restarts after a gap wider than a window, and on a shorter chain', () => {
    expect(plan(known, 1_000, 0)[0]).toEqual(['forward', 901, 1_000]);
    expect(plan(known, 1_001, 0)).toEqual([['forward', 902, 1_001]]);
    expect(plan(known, 899, 0)).toEqual([['forward', 800, 899]]);
  });
});

const window = (direction: Window['direction'], from: number, to: number): Window => ({
  token: 't',
  direction,
  from,
  to,
});
const event = (block_number: number, transaction_hash = `0x${block_number.toString(16)}`) => ({
  from_address: '0x1',
  keys: [],
  data: [],
  block_number,
  transaction_hash,
});

describe('the blocks that were read', () => {
  it('covers the whole window when every query is done', () => {
    const done = [{ events: [], done: true }];
    expect(completeBlocks(window('backward', 10, 20), done)).toEqual({ from: 10, to: 20 });
  });

  it('ends before the last block of an unfinished query', () => {
    const readings = [
      { events: [event(18)], done: true },
      { events: [event(12), event(15)], done: false },
      { events: [event(16)], done: false },
    ];
    expect(completeBlocks(window('forward', 10, 20), readings)).toEqual({ from: 10, to: 14 });
    expect(completeBlocks(window('backward', 10, 20), readings)).toEqual({ from: 21, to: 20 });
  });

  it('covers nothing when an unfinished query returned nothing', () => {
    const readings = [{ events: [], done: false }];
    expect(completeBlocks(window('forward', 10, 20), readings)).toEqual({ from: 10, to: 9 });
  });
});

describe('the blocks that are taken', () => {
  const events = [event(11), event(13, '0xa'), event(13, '0xb'), event(17)];

  it('takes whole blocks next to what is known', () => {
    const forward = takeBlocks(window('forward', 10, 20), { from: 10, to: 20 }, events, 2);
    expect(forward).toMatchObject({ from: 10, to: 12 });
    expect(forward.taken).toHaveLength(1);
    const backward = takeBlocks(window('backward', 10, 20), { from: 10, to: 20 }, events, 3);
    expect(backward).toMatchObject({ from: 12, to: 20 });
    expect(backward.taken).toHaveLength(3);
  });

  it('takes at least one block unless no room is left', () => {
    const crowded = [event(11, '0xa'), event(11, '0xb'), event(11, '0xc'), event(12)];
    const blocks = { from: 10, to: 20 };
    const one = takeBlocks(window('forward', 10, 20), blocks, crowded, 1);
    expect(one).toMatchObject({ from: 10, to: 11 });
    expect(one.taken).toHaveLength(3);
    const none = takeBlocks(window('forward', 10, 20), blocks, crowded, 0);
    expect(none).toEqual({ from: 10, to: 10, taken: [] });
  });

  // @promise P21.1
  it('counts 12,000 events in linear time', () => {
    let looks = 0;
    const events = Array.from({ length: 12_000 }, (_, index) => ({
      transaction_hash: `0x${index % 2}`,
      get block_number() {
        looks += 1;
        return 10 + (index % 5);
      },
    }));
    const { taken } = takeBlocks(window('forward', 10, 20), { from: 10, to: 20 }, events, 25);
    expect(taken).toHaveLength(12_000);
    expect(looks).toBeLessThan(100 * events.length);
  });
});

describe('a cursor', () => {
  const blocks = { from: 0, to: 0 };

  it('widens its windows after one that was finished, and narrows them after another', () => {
    const after = (finished: boolean, span: number) =>
      advance(
        { ...known, span },
        window('forward', 901, 950),
        { from: 901, to: 950 },
        {
          finished,
        },
      ).span;
    expect([after(true, 100), after(false, 100), after(false, 1)]).toEqual([200, 50, 1]);
    expect(after(true, MAX_SPAN)).toBe(MAX_SPAN);
  });

  it('keeps its place when nothing was read', () => {
    const forward = advance(
      known,
      window('forward', 901, 950),
      { from: 901, to: 900 },
      {
        finished: false,
      },
    );
    expect(forward).toMatchObject({ low: 500, high: 900, lowTime: 5_000 });
    const backward = advance(
      known,
      window('backward', 400, 499),
      { from: 500, to: 499 },
      {
        finished: false,
      },
    );
    expect(backward).toMatchObject({ low: 500, high: 900, lowTime: 5_000 });
    const first = advance(
      undefined,
      window('forward', 0, 9),
      { ...blocks, to: -1 },
      {
        finished: false,
      },
    );
    expect(first).toMatchObject({ low: 0, high: -1 });
    expect(planWindows('t', first, { head: 9, since: 0 })).toEqual([window('forward', 0, 9)]);
  });

  it('clears the time of a lower end that moved', () => {
    const lower = advance(
      known,
      window('backward', 400, 499),
      { from: 450, to: 499 },
      { finished: true },
    );
    expect(lower).toMatchObject({ low: 450, high: 900, lowTime: null });
    const anew = advance(
      known,
      window('forward', 990, 999),
      { from: 990, to: 995 },
      { finished: false },
    );
    expect(anew).toMatchObject({ low: 990, high: 995, lowTime: null });
  });

  it('reads every block once in the end, however little a call gets done', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.array(
          fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), grown: fc.nat(5) }),
          {
            minLength: 1,
            maxLength: 12,
          },
        ),
        (start, calls) => {
          let cursor: TokenCursor | undefined;
          let head = start;
          const read = new Set<number>();
          const step = (share: number) => {
            for (const one of planWindows('t', cursor, { head, since: 0 })) {
              const length = one.to - one.from + 1;
              const part = Math.round(length * share);
              const got =
                one.direction === 'forward'
                  ? { from: one.from, to: one.from + part - 1 }
                  : { from: one.to - part + 1, to: one.to };
              for (let block = got.from; block <= got.to; block++) read.add(block);
              cursor = advance(cursor, one, got, { finished: part === length });
            }
          };
          for (const { share, grown } of calls) {
            head += grown;
            step(share);
            const { low, high } = cursor ?? { low: 0, high: -1 };
            const taken = Array.from({ length: high - low + 1 }, (_, at) => low + at);
            expect(taken.filter((block) => !read.has(block))).toEqual([]);
          }
          for (let call = 0; call < 12; call++) step(1);
          expect(cursor).toMatchObject({ low: 0, high: head });
          expect(read.size).toBe(head + 1);
        },
      ),
    );
  });
});
