import { describe, expect, it, jest } from '@jest/globals';
import { createYield, nextTask } from './eventLoop';
import { countEffort } from './starknet/effort';

/** 10 ms of counted work. */
const computeSlice = () => countEffort('multiplication');

/** A runtime whose tasks start when the test says. */
function createRuntime() {
  const starts: (() => void)[] = [];
  return {
    startTask: () => new Promise<void>((resolve) => void starts.push(resolve)),
    async runTask() {
      for (const start of starts.splice(0)) start();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

async function isPending(promise: Promise<void>): Promise<boolean> {
  let isSettled = false;
  void promise.then(() => {
    isSettled = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return !isSettled;
}

describe('nextTask', () => {
  it('lets a message run that arrived before', async () => {
    const { port1, port2 } = new MessageChannel();
    const order: string[] = [];
    port1.onmessage = () => order.push('message');
    port2.postMessage('');
    for (let task = 0; task < 50 && order.length === 0; task += 1) await nextTask();
    port1.close();
    expect(order).toEqual(['message']);
  });

  it('needs no timer, which the sandbox delays by 10 ms', async () => {
    jest.useFakeTimers();
    try {
      for (let task = 0; task < 3; task += 1) await nextTask();
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('createYield', () => {
  it('returns at once if less than 10 ms were computed', async () => {
    const yieldToEventLoop = createYield(createRuntime().startTask);
    expect(await isPending(yieldToEventLoop())).toBe(false);
    countEffort('pedersen');
    expect(await isPending(yieldToEventLoop())).toBe(false);
  });

  it('waits for the next task if 10 ms were computed since the last one', async () => {
    const runtime = createRuntime();
    const yieldToEventLoop = createYield(runtime.startTask);
    await yieldToEventLoop();
    computeSlice();
    const waiting = yieldToEventLoop();
    expect(await isPending(waiting)).toBe(true);
    await runtime.runTask();
    expect(await isPending(waiting)).toBe(false);
  });

  it('returns at once if a task, such as an answer of the wallet, began since the work', async () => {
    const runtime = createRuntime();
    const yieldToEventLoop = createYield(runtime.startTask);
    await yieldToEventLoop();
    computeSlice();
    await runtime.runTask();
    expect(await isPending(yieldToEventLoop())).toBe(false);
  });

  it('waits in every caller while no task has begun', async () => {
    const runtime = createRuntime();
    const yieldToEventLoop = createYield(runtime.startTask);
    await yieldToEventLoop();
    computeSlice();
    const waiting = [yieldToEventLoop(), yieldToEventLoop()];
    const pending: boolean[] = [];
    for (const one of waiting) pending.push(await isPending(one));
    expect(pending).toEqual([true, true]);
    await runtime.runTask();
    await Promise.all(waiting);
    expect(await isPending(yieldToEventLoop())).toBe(false);
  });
});
