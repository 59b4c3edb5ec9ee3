import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** All connections of the server, including upgraded ones. */
export type Connections = {
  /** Ends idle connections: browsers open some in advance, and the runtime would await them. */
  endIdle: () => void;
  endAll: () => void;
  /** Of a request that has come: at once, or when one of those before it on its connection has its reply. */
  inTurn: (socket: Socket, work: () => void) => void;
};

/** Requests of one connection that are worked on at once; meanwhile no more of it is read. */
const requestsAtOnce = 64;

/**
 * Connections that the process's limit of open files allows. Each may need a second descriptor,
 * such as to the node behind its subscriptions; the last third is for everything else: a
 * process without free descriptors answers nobody.
 */
const atMostBySystem = (): number => {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, openFiles] = /^Max open files +(\d+)/m.exec(limits) ?? [];
    return openFiles === undefined ? Number.POSITIVE_INFINITY : Math.floor(Number(openFiles) / 3);
  } catch {
    // Other systems do not report the limit this way.
    return Number.POSITIVE_INFINITY;
  }
};

/**
 * When a connection ends, the runtime closes only the response being sent and forgets the ones
 * queued behind it: whatever those requests hold would never be released.
 */
const closeUnsent = (response: ServerResponse): void => {
  if (response.socket !== null || response.writableFinished) return;
  response.destroy();
  response.emit('close');
};

/** The runtime reads on by itself, with each reply that goes and each body that is read. */
const readNoMore = (socket: Socket): void => {
  socket.pause();
  socket.resume = () => socket;
};
const readOn = (socket: Socket): void => {
  Reflect.deleteProperty(socket, 'resume');
  socket.resume();
};

/**
 * At the limit, a new connection replaces the one that has been idle for longest, so that unused
 * open connections cannot lock anybody out.
 */
export const keepConnections = (server: Server, wanted: number): Connections => {
  const atMost = Math.min(wanted, atMostBySystem());
  const all = new Set<Socket>();
  /** Longest idle first. */
  const idle = new Set<Socket>();
  const end = (socket: Socket): void => {
    all.delete(socket);
    idle.delete(socket);
    socket.destroy();
  };
  server.on('connection', (socket) => {
    if (all.size >= atMost) {
      const [oldest] = idle;
      if (oldest === undefined) return void socket.destroy();
      end(oldest);
    }
    all.add(socket);
    idle.add(socket);
    socket.once('close', () => {
      all.delete(socket);
      idle.delete(socket);
      waiting.delete(socket);
      for (const response of running.get(socket) ?? []) closeUnsent(response);
    });
  });
  /** A connection may carry the next request before the last one is answered (pipelining). */
  const running = new WeakMap<Socket, Set<ServerResponse>>();
  /** What came in one piece with the last request for which there was a place. */
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const takeTurn = (socket: Socket): void => {
    const turns = waiting.get(socket);
    turns?.shift()?.();
    if (turns?.length !== 0) return;
    waiting.delete(socket);
    readOn(socket);
  };
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    const responses = running.get(socket) ?? new Set();
    running.set(socket, responses.add(response));
    response.on('close', () => {
      responses.delete(response);
      takeTurn(socket);
      if (responses.size === 0 && all.has(socket)) idle.add(socket);
    });
  });
  server.on('upgrade', ({ socket }) => idle.delete(socket));
  const [refuse] = server.listeners('clientError') as ((error: Error, socket: Socket) => void)[];
  server.removeAllListeners('clientError').on('clientError', (error, socket: Socket) => {
    // What is not read now is not late.
    const isLate = 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (!isLate || !waiting.has(socket)) refuse?.(error, socket);
  });
  const endEach = (sockets: ReadonlySet<Socket>): void => {
    for (const socket of sockets) end(socket);
  };
  return {
    endIdle: () => endEach(idle),
    endAll: () => endEach(all),
    inTurn: (socket, work) => {
      if ((running.get(socket)?.size ?? 0) < requestsAtOnce) return work();
      const turns = waiting.get(socket);
      if (turns !== undefined) return void turns.push(work);
      waiting.set(socket, [work]);
      readNoMore(socket);
    },
  };
};

/** Time to read the response for a caller that was answered before its body arrived. */
export const lingerMs = 1_000;

/** True if the request was refused before all of it arrived; the rest is discarded. */
export const isRefusedEarly = (raw: IncomingMessage, status: number): boolean =>
  status >= 400 && !raw.complete;

/**
 * When a connection closes after a response, keeps reading from it for a while: unread request
 * bytes would reset the connection, and the caller would lose the response.
 */
export const endAfterReply = (raw: IncomingMessage): void => {
  // An aborted request no longer has a socket.
  const socket = raw.socket as Socket | null;
  if (raw.complete || socket === null) return;
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
};
