import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** All connections of the server, whatever they have become. */
export type Connections = {
  /** Ends those on which nothing runs; browsers open some ahead, which the runtime would wait for. */
  endIdle: () => void;
  endAll: () => void;
};

/**
 * How many connections may be held by what the system lets this process open: each may need a second
 * descriptor, as to the node behind its subscriptions, and all else has a third. A worker that has none
 * left loses what is handed to it, and is never handed anything again.
 */
const atMostBySystem = (): number => {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, openFiles] = /^Max open files +(\d+)/m.exec(limits) ?? [];
    return openFiles === undefined ? Number.POSITIVE_INFINITY : Math.floor(Number(openFiles) / 3);
  } catch {
    // Other systems do not tell it in this way.
    return Number.POSITIVE_INFINITY;
  }
};

/**
 * The runtime closes the response that is on its way when its connection ends, and forgets those
 * behind it: what a request holds would be held for good.
 */
const closeUnsent = (response: ServerResponse): void => {
  if (response.socket !== null || response.writableFinished) return;
  response.destroy();
  response.emit('close');
};

/**
 * When there are as many as may be, a new one takes the place of the one on which nothing has
 * happened for longest: connections that are held open for nothing lock nobody out.
 */
export const keepConnections = (server: Server, wanted: number): Connections => {
  const atMost = Math.min(wanted, atMostBySystem());
  const all = new Set<Socket>();
  /** The longest idle first. */
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
      for (const response of running.get(socket) ?? []) closeUnsent(response);
    });
  });
  /** A connection may bring the next request before the reply to the last one. */
  const running = new WeakMap<Socket, Set<ServerResponse>>();
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    const responses = running.get(socket) ?? new Set();
    running.set(socket, responses.add(response));
    response.on('close', () => {
      responses.delete(response);
      if (responses.size === 0 && all.has(socket)) idle.add(socket);
    });
  });
  server.on('upgrade', ({ socket }) => idle.delete(socket));
  const endEach = (sockets: ReadonlySet<Socket>): void => {
    for (const socket of sockets) end(socket);
  };
  return { endIdle: () => endEach(idle), endAll: () => endEach(all) };
};

/** A caller that was answered before its body came has so long to read the answer. */
export const lingerMs = 1_000;

/** A request that is refused before all of it came: what still comes of it is nobody's. */
export const isRefusedEarly = (raw: IncomingMessage, status: number): boolean =>
  status >= 400 && !raw.complete;

/**
 * A connection that ends with a reply is read on for a while: what still comes of the request would
 * take the reply from who sends it, if there was nobody to take it.
 */
export const endAfterReply = (raw: IncomingMessage): void => {
  // A request that was broken off has none any more.
  const socket = raw.socket as Socket | null;
  if (raw.complete || socket === null) return;
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
};
