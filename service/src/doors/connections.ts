import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createHolders, type Holding, networkOf } from './holders';

/** All connections of the server, including upgraded ones. */
export type Connections = {
  /** Knows by now whose connection it is, or that it has passed to another key. */
  hold: (socket: object, holding: Partial<Holding>) => void;
  /** An upgraded connection, idle until it is used; at the limit `end` closes it. */
  upgrade: (socket: object, end: () => void) => { begin: () => void; rest: () => void };
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

/** Between two looks for requests that have run for too long. */
const sweepMs = 500;
/** Time in which the rest of a request that was answered early is read, so that its caller reads why. */
export const lingerMs = 1_000;
/** Of a holder's idle connections, the part that goes at once: finding them takes its time. */
const evictedPart = 100;

type Held = Holding & {
  socket: Socket;
  /** Running responses, and when each must have ended. */
  responses: Map<ServerResponse, number>;
  /** 0 while it is in use. */
  idleSince: number;
  isUpgraded: boolean;
  end: () => void;
};

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
const endOldest = (holders: ReturnType<typeof createHolders<Held>>): boolean => {
  const all = [...holders.largest()];
  const idle = all.filter(({ idleSince }) => idleSince > 0);
  idle.sort((a, b) => a.idleSince - b.idleSince);
  const most = Math.max(1, Math.floor(all.length / evictedPart));
  const ended = idle.length > 0 ? idle.slice(0, most) : all.slice(0, all.length > 1 ? 1 : 0);
  for (const held of ended) held.end();
  return ended.length > 0;
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
  const all = new Map<object, Held>();
  const holders = createHolders<Held>();
  let phase: 'open' | 'closing' | 'ending' = 'open';
  let taken = 0;
  const remove = (held: Held): void => {
    if (all.delete(held.socket)) holders.remove(held);
  };
  const end = (held: Held): void => {
    remove(held);
    held.socket.destroy();
  };
  const rest = (held: Held): void => {
    held.idleSince = performance.now();
  };
  server.on('connection', (socket) => {
    // A connection whose upgrade was refused comes again.
    if (all.has(socket)) return;
    taken += 1;
    if (all.size >= atMost && !endOldest(holders)) return void socket.destroy();
    const held: Held = {
      socket,
      address: networkOf(socket.remoteAddress ?? ''),
      key: '',
      responses: new Map(),
      idleSince: performance.now(),
      isUpgraded: false,
      end: () => end(held),
    };
    all.set(socket, held);
    holders.add(held);
    socket.once('close', () => {
      remove(held);
      for (const response of held.responses.keys()) closeUnsent(response);
    });
  });
  server.on('request', (raw, response) => {
    const held = all.get(raw.socket);
    if (held === undefined) return;
    const { responses } = held;
    held.idleSince = 0;
    if (responses.size >= requestsAtMost) return end(held);
    responses.set(response, performance.now() + options.deadlineMs(raw));
    if (phase !== 'open') askToClose(response);
    response.on('close', () => {
      responses.delete(response);
      if (!raw.complete) readRest(raw);
      if (responses.size > 0 || !all.has(held.socket)) return;
      if (phase === 'ending') return end(held);
      rest(held);
    });
  });
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const held of all.values()) {
      for (const until of held.responses.values()) if (until < now) held.socket.destroy();
    }
  }, sweepMs).unref();
  server.on('close', () => clearInterval(sweep));
  return {
    hold: (socket, holding) => {
      const held = all.get(socket);
      if (held === undefined) return;
      const { address = held.address, key = held.key } = holding;
      if (held.address === address && held.key === key) return;
      holders.remove(held);
      Object.assign(held, { address, key });
      holders.add(held);
    },
    upgrade: (socket, close) => {
      const held = all.get(socket);
      if (held === undefined) return { begin: () => undefined, rest: () => undefined };
      held.isUpgraded = true;
      held.end = () => {
        remove(held);
        close();
      };
      rest(held);
      return {
        begin: () => {
          held.idleSince = 0;
        },
        rest: () => rest(held),
      };
    },
    closeAfterReplies: () => {
      phase = 'closing';
      for (const { responses } of all.values()) for (const one of responses.keys()) askToClose(one);
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
      for (const held of all.values()) if (held.idleSince > 0 && !held.isUpgraded) end(held);
    },
    endAll: () => {
      for (const held of all.values()) end(held);
    },
  };
};
