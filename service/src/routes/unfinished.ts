import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { ServiceError } from '../errors';
import { pieceBytes, type Room } from '../room';

/** Where the library keeps what has come of a frame, and of a message in several frames. */
type Receiver = {
  _bufferedBytes: number;
  _buffers: readonly unknown[];
  _messageLength: number;
  _fragments: readonly unknown[];
};

const bytesIn = ({ _bufferedBytes, _buffers, _messageLength, _fragments }: Receiver): number =>
  _bufferedBytes + _messageLength + pieceBytes * (_buffers.length + _fragments.length);

/**
 * Holds room for what has come of a message that is not whole yet, and ends it where it is not whole
 * in time.
 */
export const holdUnfinished = (
  socket: WebSocket,
  options: { connection: Duplex; room: Room; wholeMs: number; end: (error: unknown) => void },
): void => {
  const { connection, room, wholeMs, end } = options;
  const receiver = (socket as unknown as { _receiver: Receiver })._receiver; // a field of the library
  let held = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const wait = (): void => {
    // What is not read now cannot become whole.
    timer = setTimeout(() => (socket.isPaused ? wait() : end(new ServiceError('slow'))), wholeMs);
  };
  // After the library's own listener, which has taken the bytes by then.
  connection.on('data', () => {
    const now = bytesIn(receiver);
    if (now === 0) stop();
    else if (timer === undefined) wait();
    try {
      if (now > held) room.take(now - held);
      else room.give(held - now);
      held = now;
    } catch (error) {
      end(error);
    }
  });
  // The next one has a time of its own.
  socket.on('message', stop);
  socket.on('close', () => {
    stop();
    room.close();
  });
};
