import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { ServiceError } from '../../errors';
import { type MemoryBudget, pieceBytes } from '../../memoryBudget';

/** The library's buffers for a partial frame, and for a message in several frames. */
type Receiver = {
  _bufferedBytes: number;
  _buffers: readonly unknown[];
  _messageLength: number;
  _fragments: readonly unknown[];
};

const bytesIn = ({ _bufferedBytes, _buffers, _messageLength, _fragments }: Receiver): number =>
  _bufferedBytes + _messageLength + pieceBytes * (_buffers.length + _fragments.length);

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
  const receiver = (socket as unknown as { _receiver: Receiver })._receiver; // a field of the library
  let held = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const wait = (): void => {
    // While the socket is paused, the message cannot be completed.
    timer = setTimeout(() => (socket.isPaused ? wait() : end(new ServiceError('slow'))), wholeMs);
  };
  // Runs after the library's own listener, which has consumed the bytes by then.
  connection.on('data', () => {
    const now = bytesIn(receiver);
    if (now === 0) stop();
    else if (timer === undefined) wait();
    try {
      if (now > held) budget.reserve(now - held);
      else budget.release(held - now);
      held = now;
    } catch (error) {
      end(error);
    }
  });
  // The next message has its own deadline.
  socket.on('message', stop);
  socket.on('close', () => {
    stop();
    budget.close();
  });
};
