import { readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** All connections of the server, including upgraded ones. */
export type Connections = {
  /** From now on, a connection closes after its last running response. */
  closeAfterReplies: () => void;
  /** Takes in what the system has received for the service by now: closing would reset it. */
  takeIn: () => Promise<void>;
  /** Ends idle connections, and each other one when it becomes idle. */
  endIdle: () => void;
  endAll: () => void;
};

/** Running requests of one connection (pipelining); one more ends it. */
const requestsAtMost = 64;
/** Of the runtime's loop, each of which takes in one new connection and all that was sent. */
const turnsAtMost = 1_000;

/**
 * Connections that the process's limit of open files allows. Each may need a second descriptor,
 * such as to the node behind its subscriptions; the last third is for everything else: a process
 * without free descriptors answers nobody.
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
 * When a connection ends, Node before 24 closes only the response being sent and forgets the ones
 * queued behind it: whatever those requests hold would never be released. Node 24 destroys them.
 */
const closeUnsent = (response: ServerResponse): void => {
  if (response.socket !== null || response.writableFinished || response.destroyed) return;
  response.destroy();
  response.emit('close');
};

const askToClose = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('connection', 'close');
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
  const running = new Map<Socket, Set<ServerResponse>>();
  let phase: 'open' | 'closing' | 'ending' = 'open';
  let taken = 0;
  const end = (socket: Socket): void => {
    all.delete(socket);
    idle.delete(socket);
    socket.destroy();
  };
  server.on('connection', (socket) => {
    // A connection whose upgrade was refused comes again.
    if (all.has(socket)) return;
    taken += 1;
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
      running.delete(socket);
    });
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    const responses = running.get(socket) ?? new Set();
    if (responses.size >= requestsAtMost) return end(socket);
    running.set(socket, responses.add(response));
    if (phase !== 'open') askToClose(response);
    response.on('close', () => {
      responses.delete(response);
      if (responses.size > 0 || !all.has(socket)) return;
      running.delete(socket);
      if (phase === 'ending') return end(socket);
      idle.add(socket);
    });
  });
  server.on('upgrade', ({ socket }) => idle.delete(socket));
  return {
    closeAfterReplies: () => {
      phase = 'closing';
      for (const responses of running.values()) for (const one of responses) askToClose(one);
    },
    takeIn: async () => {
      await setImmediate();
      for (let turns = 0, before = -1; before !== taken && turns < turnsAtMost; turns += 1) {
        before = taken;
        await setImmediate();
      }
    },
    endIdle: () => {
      phase = 'ending';
      for (const socket of idle) end(socket);
    },
    endAll: () => {
      for (const socket of all) end(socket);
    },
  };
};
