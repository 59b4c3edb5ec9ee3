import { describe, expect, it } from '@jest/globals';
import { createClock } from '../../../test/wallet/clock';
import { ModuleError } from '../errors';
import { type Failure, faults, transportError } from './failure';
import { createPolicy, policy } from './policy';

const [first, second] = [{ url: 'https://first.example' }, { url: 'https://second.example' }];
const budget = { deadlineMs: 60_000 };

/** Endpoints that fail as told, one fault an attempt, and are well afterwards. */
function setUp(faultsByUrl: Record<string, (Failure | ModuleError | undefined)[]>) {
  const clock = createClock();
  const run = createPolicy(clock);
  const asked: string[] = [];
  const attempt = async ({ url }: { url: string }) => {
    asked.push(new URL(url).hostname.split('.')[0] ?? '');
    const fault = faultsByUrl[url]?.shift();
    if (fault instanceof ModuleError) throw fault;
    if (fault) throw transportError(fault, 'By script.');
    return `answer of ${url}`;
  };
  return { clock, run, asked, attempt };
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('retries', () => {
  it('waits a random part of a doubling time between rounds', async () => {
    const dropped = { fault: 'dropped' } as const;
    const { clock, run, attempt } = setUp({ [first.url]: [dropped, dropped] });
    await expect(run([first], budget, attempt)).resolves.toBe(`answer of ${first.url}`);
    expect(clock.pauses).toEqual([100, 200]);
  });

  it('gives up after its rounds with the last error', async () => {
    const { run, asked, attempt } = setUp({ [first.url]: times(9, { fault: 'timeout' } as const) });
    await expect(run([first], budget, attempt)).rejects.toMatchObject({
      kind: 'nodeUnavailable',
      cause: { fault: 'timeout' },
    });
    expect(asked).toEqual(times(policy.rounds, 'first'));
  });

  it('makes one attempt only if the budget has one round', async () => {
    const { run, asked, attempt } = setUp({ [first.url]: [{ fault: 'dropped' }] });
    await expect(run([first], { ...budget, rounds: 1 }, attempt)).rejects.toThrow(ModuleError);
    expect(asked).toEqual(['first']);
  });

  it('does not wait past the deadline', async () => {
    const pause = { fault: 'rate', pauseMs: 5_000 } as const;
    const { clock, run, asked, attempt } = setUp({ [first.url]: [pause] });
    await expect(run([first], { deadlineMs: 4_000 }, attempt)).rejects.toMatchObject({
      kind: 'limitExceeded',
    });
    expect(asked).toEqual(['first']);
    expect(clock.pauses).toEqual([]);
  });

  it('gives no attempt more time than the deadline leaves', async () => {
    const { run } = setUp({});
    const given: number[] = [];
    await run([first], { deadlineMs: 2_500, attemptMs: 10_000 }, async (_, timeoutMs) => {
      given.push(timeoutMs);
    });
    expect(given).toEqual([2_500]);
  });

  it('waits for as long as it was told, in this call and in later ones', async () => {
    const { clock, run, attempt } = setUp({ [first.url]: [{ fault: 'rate', pauseMs: 7_000 }] });
    const start = clock.now();
    const moments: number[] = [];
    const timed: typeof attempt = (endpoint) => {
      moments.push(clock.now() - start);
      return attempt(endpoint);
    };
    await expect(run([first], { deadlineMs: 3_000 }, timed)).rejects.toThrow(/Ask|script/u);
    await expect(run([first], budget, timed)).resolves.toBeDefined();
    expect(moments).toEqual([0, 7_000]);
  });

  it('throws other errors at once', async () => {
    const revert = new ModuleError('transactionReverts', 'Panic.');
    const { run, asked, attempt } = setUp({ [first.url]: [revert] });
    await expect(run([first, second], budget, attempt)).rejects.toBe(revert);
    expect(asked).toEqual(['first']);
  });
});

describe('the breaker', () => {
  it('counts what fails together once: one connection breaks under many requests', async () => {
    const { run } = setUp({});
    const breakAll: ((error: Error) => void)[] = [];
    const hanging = () => new Promise<string>((_, reject) => breakAll.push(reject));
    const once = { ...budget, rounds: 1 };
    const waiting = times(policy.breakAfter * 2, 0).map(() => run([first], once, hanging));
    const settled = Promise.allSettled(waiting);
    for (const reject of breakAll) reject(transportError({ fault: 'dropped' }, 'It broke.'));
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
    await expect(run([first], once, async () => 'fine')).resolves.toBe('fine');
  });
});

describe('failover', () => {
  it('asks the next endpoint without a pause', async () => {
    const { clock, run, asked, attempt } = setUp({ [first.url]: [{ fault: 'unsent' }] });
    await expect(run([first, second], budget, attempt)).resolves.toBe(`answer of ${second.url}`);
    expect(asked).toEqual(['first', 'second']);
    expect(clock.pauses).toEqual([]);
  });

  it('prefers endpoints without a recent failure, and comes back to the first in time', async () => {
    const { clock, run, asked, attempt } = setUp({ [first.url]: [{ fault: 'unsent' }] });
    await run([first, second], budget, attempt);
    await run([first, second], budget, attempt);
    clock.advance(policy.suspectMs);
    await run([first, second], budget, attempt);
    expect(asked).toEqual(['first', 'second', 'second', 'first']);
  });

  it('suspects no endpoint any more that has answered since', async () => {
    const { run, asked, attempt } = setUp({ [first.url]: [{ fault: 'unsent' }] });
    await run([first], budget, attempt);
    await run([first, second], budget, attempt);
    expect(asked).toEqual(['first', 'first', 'first']);
  });

  it('asks an endpoint that cannot help only once', async () => {
    const wrong = new ModuleError('wrongChain', 'Another chain.');
    const dropped = { fault: 'dropped' } as const;
    const { run, asked, attempt } = setUp({
      [first.url]: [wrong],
      [second.url]: times(3, dropped),
    });
    await expect(run([first, second], budget, attempt)).rejects.toBe(wrong);
    expect(asked).toEqual(['first', 'second', 'second', 'second']);
  });

  it('leaves an endpoint whose daily allowance is used up alone until midnight UTC', async () => {
    const quota = { fault: 'quota', pauseMs: 3_600_000 } as const;
    const { clock, run, asked, attempt } = setUp({ [first.url]: [quota] });
    await run([first, second], budget, attempt);
    clock.advance(3_599_000);
    await run([first, second], budget, attempt);
    clock.advance(1_000);
    await run([first, second], budget, attempt);
    expect(asked).toEqual(['first', 'second', 'second', 'first']);
  });
});

describe('breaker', () => {
  const broken = async () => {
    const world = setUp({ [first.url]: times(6, { fault: 'dropped' } as const) });
    const once = () => world.run([first], { ...budget, rounds: 1 }, world.attempt);
    for (let index = 0; index < policy.breakAfter; index += 1)
      await expect(once()).rejects.toThrow('By script.');
    return { ...world, once };
  };

  it('opens after failures in a row and then asks nothing', async () => {
    const { once, asked } = await broken();
    await expect(once()).rejects.toMatchObject({
      kind: 'nodeUnavailable',
      cause: { fault: 'resting' },
    });
    expect(asked).toHaveLength(policy.breakAfter);
  });

  it('names the open breaker only if no endpoint was asked', async () => {
    const { run, attempt } = await broken();
    const dropping = (endpoint: typeof first) =>
      endpoint === second
        ? Promise.reject(transportError({ fault: 'dropped' }, 'The second one broke.'))
        : attempt(endpoint);
    const answer = run([second, first], { ...budget, rounds: 1 }, dropping);
    await expect(answer).rejects.toThrow('The second one broke.');
  });

  it('opens after what says that an endpoint is not well, and after no refusal', async () => {
    const opening: string[] = [];
    for (const fault of Object.keys(faults) as Failure['fault'][]) {
      const { run, attempt } = setUp({ [first.url]: times(policy.breakAfter, { fault }) });
      const once = () => run([first], { ...budget, rounds: 1 }, attempt);
      for (let index = 0; index < policy.breakAfter; index += 1)
        await expect(once()).rejects.toThrow('By script.');
      if ((await once().catch(() => 'rests')) === 'rests') opening.push(fault);
    }
    expect(opening).toEqual(['unsent', 'dropped', 'timeout', 'serverError']);
  });

  it('lets a single probe through, and opens again when that fails', async () => {
    const { once, asked, clock } = await broken();
    clock.advance(policy.breakMs);
    await expect(once()).rejects.toThrow('By script.');
    await expect(once()).rejects.toThrow('rests');
    expect(asked).toHaveLength(policy.breakAfter + 1);
  });

  it('closes when the probe succeeds, and holds others back meanwhile', async () => {
    const { run, clock, once, attempt } = await broken();
    clock.advance(policy.breakMs);
    await expect(once()).rejects.toThrow('By script.');
    clock.advance(policy.breakMs);
    let release = () => {};
    const probe = run([first], budget, (endpoint) =>
      new Promise<void>((resolve) => {
        release = resolve;
      }).then(() => attempt(endpoint)),
    );
    await expect(once()).rejects.toThrow('rests');
    release();
    await expect(probe).resolves.toBeDefined();
    await expect(once()).resolves.toBeDefined();
  });

  it('closes after an answer', async () => {
    const dropped = { fault: 'dropped' } as const;
    const { run, attempt } = setUp({
      [first.url]: [...times(4, dropped), undefined, ...times(4, dropped)],
    });
    const once = () => run([first], { ...budget, rounds: 1 }, attempt).catch(() => 'failed');
    const results = [];
    for (let index = 0; index < 10; index += 1) results.push(await once());
    expect(results.filter((result) => result !== 'failed')).toHaveLength(2);
  });
});
