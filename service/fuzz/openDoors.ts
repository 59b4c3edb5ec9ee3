import { connect } from 'node:net';
import WebSocket from 'ws';

/** The response's status, or: the connection ended without one, or neither happened in time. */
export type Outcome = number | 'ended' | 'unanswered';

/** Well beyond the service's own deadlines. */
const answerMs = 45_000;

/** Sends bytes over a new connection. */
export const sendRaw = (url: string, text: string, halfClose: boolean): Promise<Outcome> =>
  new Promise((resolve) => {
    const { port, hostname } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    let head = '';
    const timer = setTimeout(() => end('unanswered'), answerMs);
    const end = (outcome: Outcome): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome);
    };
    socket.on('data', (bytes: Buffer) => {
      if (head.length < 64) head += bytes.toString('latin1');
    });
    const finish = (): void => end(Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]) || 'ended');
    socket.on('end', finish);
    socket.on('error', finish);
    socket.write(text);
    if (halfClose) socket.end();
  });

/** Opens a WebSocket, sends, and waits for a message or the end. */
export const sendOverSocket = (url: string, send: (socket: WebSocket) => void): Promise<Outcome> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url);
    const timer = setTimeout(() => end('unanswered'), answerMs);
    const end = (outcome: Outcome): void => {
      clearTimeout(timer);
      socket.terminate();
      resolve(outcome);
    };
    socket.on('open', () => send(socket));
    socket.on('message', () => end(101));
    socket.on('close', () => end('ended'));
    socket.on('unexpected-response', (_request, response) => end(response.statusCode ?? 'ended'));
    socket.on('error', () => undefined);
  });
