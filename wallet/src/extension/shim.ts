// Parts of Node that the vendor's packages expect, and a browser lacks.
import { Buffer } from 'buffer/';
import process from 'process/browser.js';

const queue: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => queue.shift()?.();

Object.assign(globalThis, {
  Buffer,
  process,
  global: globalThis,
  // Not a timer: browsers slow down those of documents that nobody sees.
  setImmediate(task: () => void) {
    queue.push(task);
    port2.postMessage(null);
  },
});
