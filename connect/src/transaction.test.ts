import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Client, createClient } from './client';
import { type Status, type StatusOptions, watchStatuses } from './transaction';

const transaction = { transactionHash: '0x1' };
const away = Object.assign(new Error('No node.'), {
  data: { kind: 'nodeUnavailable', retry: true },
});

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
  delete (globalThis as { document?: unknown }).document;
});

const details = { finalityStatus: 'ACCEPTED_ON_L2', executionStatus: 'SUCCEEDED' };

/** Follows a transaction for which the module gives these answers in turn, the last one forever. */
function follow(answers: (Status | Error)[], options: StatusOptions = {}) {
  const asked: unknown[] = [];
  const seen: Status[] = [];
  const client = {
    request: async (method: string, params: unknown) => {
      asked.push([method, params]);
      if (method === 'starkNet_getTransactionStatus') return details;
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  } as Pick<Client, 'request'>;
  const following = (async () => {
    for await (const status of watchStatuses(client, transaction, options)) seen.push(status);
  })();
  // Awaiting it still reports its failure.
  following.catch(() => undefined);
  return { asked, seen, following };
}

describe('watchStatuses', () => {
  it('reports at once and at each change, until the transaction settles', async () => {
    const { asked, seen, following } = follow([
      ...(['RECEIVED', 'RECEIVED', 'PENDING', 'ACCEPTED_ON_L2', 'REJECTED'] as const),
    ]);
    await jest.advanceTimersByTimeAsync(0);
    expect(seen).toEqual(['RECEIVED']);
    await jest.advanceTimersByTimeAsync(6_000);
    await following;
    expect(seen).toEqual(['RECEIVED', 'PENDING', 'ACCEPTED_ON_L2']);
    expect(asked).toEqual([
      ...Array(4).fill(['xnet_getTransactionStatus', transaction]),
      ['starkNet_getTransactionStatus', transaction],
    ]);
  });

  it('ends with one that was rejected', async () => {
    const { seen, following } = follow(['REJECTED']);
    await following;
    expect(seen).toEqual(['REJECTED']);
  });

  it('asks nothing while the page is hidden', async () => {
    const page = { hidden: true };
    (globalThis as { document?: unknown }).document = page;
    const { asked, seen, following } = follow(['ACCEPTED_ON_L2']);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(asked).toEqual([]);
    page.hidden = false;
    await jest.advanceTimersByTimeAsync(2_000);
    await following;
    expect(seen).toEqual(['ACCEPTED_ON_L2']);
  });

  it('waits out a node that does not answer, for minutes, and tells of it', async () => {
    const onTrouble = jest.fn();
    const answers = ['PENDING' as const, ...Array<Error>(20).fill(away), 'PENDING' as const];
    const { seen, following } = follow([...answers, 'ACCEPTED_ON_L2'], { onTrouble });
    await jest.advanceTimersByTimeAsync(60_000);
    await following;
    expect(onTrouble.mock.calls).toEqual(Array(20).fill([away]));
    // Reported again once it is known again.
    expect(seen).toEqual(['PENDING', 'PENDING', 'ACCEPTED_ON_L2']);
  });

  it.each([undefined, 10_000])(
    'ends after so long without news, which only counts while the page is visible: %p',
    async (timeoutMs = 180_000) => {
      const unknown = Object.assign(new Error('Which one?'), {
        data: { kind: 'unknownTransaction', retry: true },
      });
      const page = { hidden: false };
      (globalThis as { document?: unknown }).document = page;
      const options = timeoutMs === 180_000 ? {} : { timeoutMs };
      for (const answer of [unknown, away, 'RECEIVED' as const]) {
        const { following } = follow([answer], options);
        let end: unknown;
        following.catch((error) => {
          end = error;
        });
        page.hidden = true;
        await jest.advanceTimersByTimeAsync(2 * timeoutMs);
        page.hidden = false;
        await jest.advanceTimersByTimeAsync(timeoutMs - 4_000);
        expect(end).toBeUndefined();
        await jest.advanceTimersByTimeAsync(6_000);
        expect(end).toMatchObject({
          name: 'TimeoutError',
          message: expect.stringContaining('news'),
        });
      }
    },
  );

  it('waits as long as the module says', async () => {
    const blocked = Object.assign(new Error('Not so fast.'), {
      data: { kind: 'limitExceeded', retry: true, retryAfterSeconds: 30 },
    });
    const { asked, seen } = follow([blocked, 'ACCEPTED_ON_L2']);
    await jest.advanceTimersByTimeAsync(29_000);
    expect(asked).toHaveLength(1);
    expect(seen).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(seen).toEqual(['ACCEPTED_ON_L2']);
  });

  it('fails at once if asking again is no use', async () => {
    const refused = Object.assign(new Error('No.'), {
      data: { kind: 'unauthorized', retry: false },
    });
    const { asked, following } = follow([refused, 'ACCEPTED_ON_L2']);
    await expect(following).rejects.toBe(refused);
    expect(asked).toHaveLength(1);
  });

  it('survives four failures of the wallet itself in a row, and not the fifth', async () => {
    const lost = new Error('The wallet does not answer.');
    const four = Array<Error>(4).fill(lost);
    const borne = follow([...four, 'RECEIVED', ...four, 'ACCEPTED_ON_L2']);
    await jest.advanceTimersByTimeAsync(30_000);
    await borne.following;
    expect(borne.seen).toEqual(['RECEIVED', 'ACCEPTED_ON_L2']);
    const { following, asked } = follow([lost]);
    await jest.advanceTimersByTimeAsync(30_000);
    await expect(following).rejects.toBe(lost);
    expect(asked).toHaveLength(5);
  });

  it('ends at the signal, while it waits and before it begins', async () => {
    const reason = new Error('Enough.');
    const controller = new AbortController();
    const { asked, following } = follow(['RECEIVED'], { signal: controller.signal });
    await jest.advanceTimersByTimeAsync(100);
    controller.abort(reason);
    // Without advancing the clock.
    await expect(following).rejects.toBe(reason);
    expect(jest.getTimerCount()).toBe(0);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(1);
    await expect(follow([away], { signal: AbortSignal.abort(reason) }).following).rejects.toBe(
      reason,
    );
  });

  it('ends at the signal while the wallet does not answer, and if it fails then', async () => {
    const reason = new Error('Enough.');
    for (const fails of [false, true]) {
      const controller = new AbortController();
      const troubles: unknown[] = [];
      let fail = (_error: Error) => {};
      const client = createClient({
        provider: {
          request: ({ method }) =>
            method === 'wallet_getModules'
              ? Promise.resolve({})
              : new Promise((_resolve, reject) => {
                  fail = reject;
                }),
        },
      });
      const onTrouble = (error: unknown) => troubles.push(error);
      const options = { signal: controller.signal, onTrouble };
      const ended = expect(watchStatuses(client, transaction, options).next()).rejects.toBe(reason);
      await jest.advanceTimersByTimeAsync(0);
      controller.abort(reason);
      if (fails) fail(away);
      await ended;
      expect(troubles).toEqual([]);
    }
  }, 5_000);
});
