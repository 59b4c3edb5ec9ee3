import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { addressBlock, createHolders, type Holding } from './holders';

/** All connections of the server, including upgraded ones. */
export type Connections = {
  /** Knows by now whose connection it is, or that it has passed to another key. */
  hold: (socket: object, holding: Partial<Holding>) => void;
  /** Waits for what is being answered on the connection. */
  settle: (socket: object) => Promise<void>;
  /** An upgraded connection, idle until it is used; at the limit `end` closes it. */
  upgrade: (socket: object, end: () => void) => { begin: () => void; release: () => void };
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
/** Turns of the runtime's loop, each of which takes in one new connection and all that was sent. */
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
    if (openFiles === undefined) return Number.POSITIVE_INFINITY;
    return Math.floor(Number(openFiles) / 3);
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

/** Between two looks for requests that have run for too long. */
const sweepMs = 500;
/** Time in which the rest of a request that was answered early is read, so that its caller reads why. */
export const lingerMs = 1_000;
/** The part of a holder's idle connections that goes at once: finding them takes its time. */
const evictedPart = 100;

type Connection = Holding & {
  socket: Socket;
  /** Running responses, and when each must have ended. */
  responses: Map<ServerResponse, number>;
  /** 0 while it is in use. */
  idleSince: number;
  isUpgraded: boolean;
  end: () => void;
};
type Phase = 'open' | 'closing' | 'ending';

/** Reads what still comes of a request that was answered early, for a moment. */
const readRest = (raw: IncomingMessage): void => {
  raw.resume();
  setTimeout(() => {
    // A complete request's connection may already carry the next one.
    if (!raw.complete) raw.socket.destroy();
  }, lingerMs).unref();
};

/**
 * Makes room at the limit: ends what the largest holder has not used for longest, or, if it uses all
 * that it has, the oldest. @returns false if no holder has more than a newcomer would have
 */
const endOldest = (holders: ReturnType<typeof createHolders<Connection>>): boolean => {
  const all = [...holders.largest()];
  const idle = all.filter(({ idleSince }) => idleSince > 0);
  idle.sort((a, b) => a.idleSince - b.idleSince);
  const count = Math.max(1, Math.floor(all.length / evictedPart));
  const evicted = idle.length > 0 ? idle.slice(0, count) : all.slice(0, all.length > 1 ? 1 : 0);
  for (const connection of evicted) connection.end();
  return evicted.length > 0;
};

const markIdle = (connection: Connection): void => {
  connection.idleSince = performance.now();
};
const markUsed = (connection: Connection): void => {
  connection.idleSince = 0;
};

/** The open connections, and for whom each one counts. */
const createRegister = () => {
  const connections = new Map<object, Connection>();
  const holders = createHolders<Connection>();
  const remove = (connection: Connection): void => {
    if (connections.delete(connection.socket)) holders.remove(connection);
  };
  const end = (connection: Connection): void => {
    remove(connection);
    connection.socket.destroy();
  };
  return {
    connections,
    remove,
    end,
    /** @returns false if there is none to be had */
    makeRoom: () => endOldest(holders),
    add: (socket: Socket): void => {
      const connection: Connection = {
        socket,
        address: addressBlock(socket.remoteAddress ?? ''),
        key: '',
        responses: new Map(),
        idleSince: performance.now(),
        isUpgraded: false,
        end: () => end(connection),
      };
      connections.set(socket, connection);
      holders.add(connection);
      socket.once('close', () => {
        remove(connection);
        for (const response of connection.responses.keys()) closeUnsent(response);
      });
    },
    hold: (socket: object, holding: Partial<Holding>): void => {
      const connection = connections.get(socket);
      if (connection === undefined) return;
      const { address = connection.address, key = connection.key } = holding;
      if (connection.address === address && connection.key === key) return;
      holders.remove(connection);
      Object.assign(connection, { address, key });
      holders.add(connection);
    },
  };
};
type Register = ReturnType<typeof createRegister>;

/** Notes which requests run on each connection, and ends it after the last one if the service ends. */
const followRequests = (
  server: Server,
  { connections, end }: Register,
  { deadlineMs, phase }: { deadlineMs: (raw: IncomingMessage) => number; phase: () => Phase },
): void => {
  server.on('request', (raw, response) => {
    const connection = connections.get(raw.socket);
    if (connection === undefined) return;
    const { responses } = connection;
    markUsed(connection);
    if (responses.size >= requestsAtMost) return end(connection);
    responses.set(response, performance.now() + deadlineMs(raw));
    if (phase() !== 'open') askToClose(response);
    response.on('close', () => {
      responses.delete(response);
      if (!raw.complete) readRest(raw);
      if (responses.size > 0 || !connections.has(connection.socket)) return;
      if (phase() === 'ending') end(connection);
      else markIdle(connection);
    });
  });
};

/** Ends connections with a request that has run for too long. */
const endOverdue = (server: Server, { connections }: Register): void => {
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const { responses, socket } of connections.values()) {
      for (const until of responses.values()) if (until < now) socket.destroy();
    }
  }, sweepMs).unref();
  server.on('close', () => clearInterval(sweep));
};

/**
 * At the limit, a new connection replaces an idle one of whoever holds most, so that no caller can
 * lock others out, with unused open connections or with WebSockets.
 */
export const keepConnections = (
  server: Server,
  options: { atMost: number; deadlineMs: (raw: IncomingMessage) => number },
): Connections => {
  const atMost = Math.min(options.atMost, atMostBySystem());
  const register = createRegister();
  const { connections, end, remove } = register;
  let phase: Phase = 'open';
  let arrivals = 0;
  server.on('connection', (socket) => {
    // A connection whose upgrade was refused comes again.
    if (connections.has(socket)) return;
    arrivals += 1;
    if (connections.size < atMost || register.makeRoom()) register.add(socket);
    else socket.destroy();
  });
  followRequests(server, register, { deadlineMs: options.deadlineMs, phase: () => phase });
  endOverdue(server, register);
  return {
    hold: register.hold,
    settle: async (socket) => {
      const responses = connections.get(socket)?.responses.keys() ?? [];
      await Promise.all([...responses].map((response) => once(response, 'close')));
    },
    upgrade: (socket, close) => {
      const connection = connections.get(socket);
      if (connection === undefined) return { begin: () => undefined, release: () => undefined };
      connection.isUpgraded = true;
      connection.end = () => {
        remove(connection);
        close();
      };
      markIdle(connection);
      return { begin: () => markUsed(connection), release: () => markIdle(connection) };
    },
    closeAfterReplies: () => {
      phase = 'closing';
      for (const { responses } of connections.values()) {
        for (const response of responses.keys()) askToClose(response);
      }
    },
    takeIn: async () => {
      await setImmediate();
      for (let turns = 0, count = -1; count !== arrivals && turns < turnsAtMost; turns += 1) {
        count = arrivals;
        await setImmediate();
      }
    },
    endIdle: () => {
      phase = 'ending';
      for (const connection of connections.values()) {
        if (connection.idleSince > 0 && !connection.isUpgraded) end(connection);
      }
    },
    endAll: () => {
      for (const connection of connections.values()) end(connection);
    },
  };
};
