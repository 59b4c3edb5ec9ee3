import { describe, expect, it } from '@jest/globals';
import { startTimer } from '@xnet/clients/transport/policy';
import { createYield, nextTask } from './eventLoop';
import { createComputing } from './flow/consent/computing';
import { createLifetime } from './lifetime';
import { countEffort, oneStep } from './starknet/effort';
import { unanswered } from './state/store';

const never = () => new Promise<string>(() => {});

describe('what requests ask', () => {
  // @promise P32.1
  it('answers while another request runs, and fails with the last one’s end', async () => {
    const { during, endedWithRequests } = createLifetime(startTimer);
    const ask = endedWithRequests((answer: Promise<string>) => answer);
    let finish = (_text: string) => {};
    const outer = during(() => {
      const asked = ask(new Promise<string>((resolve) => (finish = resolve)));
      return asked;
    });
    let lost: Promise<string> | undefined;
    await during(async () => {
      lost = ask(never());
    });
    finish('answered');
    expect(await outer).toBe('answered');
    await expect(lost).rejects.toBe(unanswered);
  });

  // @promise P32.1
  it('ends if a request fails, and can be asked anew in the next', async () => {
    const { during, endedWithRequests } = createLifetime(startTimer);
    const ask = endedWithRequests((text: string) => (text ? Promise.resolve(text) : never()));
    let lost: Promise<string> | undefined;
    const failed = during(async () => {
      lost = ask('');
      throw new Error('It failed.');
    });
    await expect(failed).rejects.toThrow('It failed.');
    await expect(lost).rejects.toBe(unanswered);
    expect(await during(() => ask('again'))).toBe('again');
  });

  // @promise P32.1
  it('ends at once if no request runs: what was asked behind the last one, the next one can wait for', async () => {
    const { during, endedWithRequests } = createLifetime(startTimer);
    const sent: string[] = [];
    const ask = endedWithRequests((text: string) => {
      sent.push(text);
      return never();
    });
    let left: Promise<string> | undefined;
    await during(async () => {
      left = ask('first').catch(() => ask('second'));
    });
    await expect(during(() => left ?? never())).rejects.toBe(unanswered);
    // The wallet carries it out.
    expect(sent).toEqual(['first', 'second']);
  });

  it('fails with the error of the request that it waited for', async () => {
    const { during, endedWithRequests } = createLifetime(startTimer);
    const ask = endedWithRequests(() => Promise.reject(new Error('No.')));
    await expect(during(() => ask())).rejects.toThrow('No.');
  });
});

describe('timers of requests', () => {
  /** Timers of a sandbox, which drops all of them when no request runs. */
  function createSandboxTimers() {
    const pending = new Set<() => void>();
    const startTimer = (run: () => void) => {
      pending.add(run);
      return () => void pending.delete(run);
    };
    const runAll = () => {
      for (const run of [...pending]) {
        pending.delete(run);
        run();
      }
    };
    return { startTimer, drop: () => pending.clear(), runAll };
  }

  // @promise P32.2
  it('starts a dropped timer again with the next request, and runs it once', async () => {
    const sandbox = createSandboxTimers();
    const { during, setTimer } = createLifetime(sandbox.startTimer);
    const ran: string[] = [];
    await during(async () => {
      setTimer(() => ran.push('waiting'), 10);
      setTimer(() => ran.push('cancelled'), 10)();
    });
    sandbox.drop();
    await during(async () => sandbox.runAll());
    await during(async () => sandbox.runAll());
    expect(ran).toEqual(['waiting']);
  });

  // @promise P32.2
  it('computes for the next request when the last one ended in the middle of its work', async () => {
    const sandbox = createSandboxTimers();
    const { during } = createLifetime(sandbox.startTimer);
    const compute = createComputing(createYield(nextTask));
    const work = () =>
      oneStep(() => {
        countEffort('character', 1e9);
        return 'done';
      });
    await during(() => compute('https://one.example', work(), () => {}));
    let left: Promise<string> | undefined;
    await during(async () => {
      left = compute('https://one.example', work(), () => {});
    });
    sandbox.drop();
    const next = during(() => compute('https://two.example', work(), () => {}));
    for (let task = 0; task < 20; task += 1) {
      await nextTask();
      sandbox.runAll();
    }
    expect(await left).toBe('done');
    expect(await next).toBe('done');
  });
});
