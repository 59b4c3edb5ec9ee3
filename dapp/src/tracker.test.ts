import { describe, expect, it } from '@jest/globals';
import { type Client, type Status, watchStatuses } from '@xnet/connect';
import { createTracker, type Tracked } from './tracker';

const sent = { hash: '0x1', chainId: '0x534e5f5345504f4c4941' } as const;

/** A tracker on a chain that gives these answers in turn, the last one forever. */
function trackerOf(answers: (Status | Error)[], reason: string | null = null) {
  const asked: string[] = [];
  const settled: Tracked[] = [];
  const seen: (Status | null)[] = [];
  const request = (async (_method, params) => {
    asked.push((params as { transactionHash: string }).transactionHash);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined || answer instanceof Error) throw answer;
    return answer;
  }) as Client['request'];
  const tracker = createTracker({
    watchStatuses: ({ hash, chainId }, options) =>
      watchStatuses({ request }, { transactionHash: hash, chainId }, { ...options, everyMs: 0 }),
    failureReasonOf: async () => reason,
    onSettled: (tracked) => settled.push(tracked),
  });
  tracker.store.subscribe(() => seen.push(tracker.store.get().latest?.status ?? null));
  return { tracker, asked, settled, seen };
}

describe('createTracker', () => {
  it('follows a transaction until it is accepted', async () => {
    const { tracker, seen, settled } = trackerOf(['RECEIVED', 'PENDING', 'ACCEPTED_ON_L2']);
    expect(await tracker.track(sent)).toMatchObject({ status: 'ACCEPTED_ON_L2', settled: true });
    expect(seen).toEqual([null, 'RECEIVED', 'PENDING', 'ACCEPTED_ON_L2', 'ACCEPTED_ON_L2']);
    expect(settled).toHaveLength(1);
  });

  it('explains why one was rejected', async () => {
    const { tracker } = trackerOf(['REJECTED'], 'nonce too old');
    expect(await tracker.track(sent)).toMatchObject({
      status: 'REJECTED',
      failureReason: 'nonce too old',
    });
  });

  it('survives a node that is away for a while', async () => {
    const away = new Error('no node');
    const { tracker } = trackerOf([away, away, 'RECEIVED', away, 'ACCEPTED_ON_L2']);
    expect(await tracker.track(sent)).toMatchObject({ settled: true, failure: null });
  });

  it('gives up after five misses in a row, and starts anew when asked again', async () => {
    const answers: (Status | Error)[] = Array.from({ length: 5 }, () => new Error('no node'));
    const { tracker } = trackerOf([...answers, 'ACCEPTED_ON_L2']);
    expect(await tracker.track(sent)).toMatchObject({
      settled: false,
      failure: { message: 'no node' },
    });
    expect(await tracker.track(sent)).toMatchObject({ settled: true });
  });

  it('keeps asking while no node answers, and explains why nothing is heard', async () => {
    const away = Object.assign(new Error('no node'), {
      data: { kind: 'nodeUnavailable', retry: true },
    });
    const { tracker } = trackerOf([...Array.from({ length: 20 }, () => away), 'ACCEPTED_ON_L2']);
    const told: (string | undefined)[] = [];
    tracker.store.subscribe(() => told.push(tracker.store.get().latest?.trouble?.message));
    expect(await tracker.track(sent)).toMatchObject({ settled: true, trouble: null });
    expect(told).toContain('no node');
    expect(told.at(-1)).toBeUndefined();
  });

  it('asks no more after a transaction that was forgotten', async () => {
    const { tracker, asked } = trackerOf(['RECEIVED']);
    const following = tracker.track(sent);
    tracker.forget();
    expect(await following).toMatchObject({ settled: false });
    const { length } = asked;
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(asked).toHaveLength(length);
  });

  it('follows a transaction once, however often it is asked to', async () => {
    const { tracker, asked } = trackerOf(['ACCEPTED_ON_L2']);
    await Promise.all([tracker.track(sent), tracker.track(sent)]);
    await tracker.track(sent);
    // Once for the status, and once for how it ended.
    expect(asked).toEqual(['0x1', '0x1']);
  });
});
