import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { ServiceError } from '../../errors';
import { type MemoryBudget, pieceBytes } from '../../memoryBudget';
import { createMessageMeter } from './messageMeter';

/** Accounts for the bytes of an incomplete message, and ends it if it is not complete in time. */
export const watchPartialMessages = (
  socket: WebSocket,
  options: {
    connection: Duplex;
    budget: MemoryBudget;
    wholeMs: number;
    end: (error: unknown) => void;
  },
): void => {
  const { connection, budget, wholeMs, end } = options;
  const measure = createMessageMeter();
  let heldBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const wait = (): void => {
    // While the socket is paused, the message cannot be completed.
    timer = setTimeout(() => (socket.isPaused ? wait() : end(new ServiceError('slow'))), wholeMs);
  };
  const take = (chunk: Buffer): void => {
    const { bytes, pieces } = measure(chunk);
    const now = bytes + pieceBytes * pieces;
    if (now === 0) stop();
    else if (timer === undefined) wait();
    try {
      if (now > heldBytes) budget.reserve(now - heldBytes);
      else budget.release(heldBytes - now);
      heldBytes = now;
    } catch (error) {
      end(error);
    }
  };
  connection.on('data', take);
  // The next message has its own deadline.
  socket.on('message', stop);
  socket.on('close', () => {
    stop();
    budget.close();
  });
};
