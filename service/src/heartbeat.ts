import type { WebSocket } from 'ws';

/** Whether the other side lives. @returns ends the socket without a sign of life since the last call */
export const createBeat = (socket: WebSocket): (() => void) => {
  let isAlive = true;
  const live = (): void => {
    isAlive = true;
  };
  socket.on('message', live).on('pong', live);
  return () => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  };
};
