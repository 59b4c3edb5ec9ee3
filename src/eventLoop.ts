import { effort } from './starknet/effort';

/** Computing between two tasks of the runtime, in which it takes other requests and answers. */
const SLICE_MS = 10;

/** A WebAssembly module without content: the magic number and version 1. */
const emptyModule = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

/**
 * Resolves in a later task of the runtime, so that requests and answers that wait are taken first.
 * Compiling an empty module takes 0.1 to 0.4 ms on every engine; a timer takes 10 ms in the wallet's
 * sandbox, and the digests of `crypto.subtle` are no task in Chromium.
 */
export async function nextTask(): Promise<void> {
  await WebAssembly.compile(emptyModule);
}

/**
 * Makes the function by which long work lets other requests run: it waits for the runtime's next task
 * if 10 ms or more were computed since the last one, and returns at once otherwise. Each answer of
 * the wallet or of a node is a task, too, so that a request alone seldom waits.
 */
export function createYield(startTask: () => Promise<void>): () => Promise<void> {
  let effortAtTask = effort();
  let task: Promise<void> | undefined;
  const watchTask = (): Promise<void> => {
    task ??= startTask().then(() => {
      task = undefined;
      effortAtTask = effort();
    });
    return task;
  };
  return async () => {
    // Watched before the work, to learn of a task that begins meanwhile.
    const next = watchTask();
    if (effort() - effortAtTask >= SLICE_MS) await next;
  };
}
