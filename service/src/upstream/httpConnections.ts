import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { Room } from '../room';
import { createReplyReader, type HttpReply, type ReplyReader } from './httpReply';

export type HttpConnections = {
  /**
   * Posts a JSON text.
   *
   * @throws a `TimeoutError`, what the network throws, `upstream` where the reply is not in HTTP/1.1,
   * and what the room throws
   */
  post: (body: string, timeoutMs: number, room: Room) => Promise<HttpReply>;
  close: () => Promise<void>;
};

type Exchange = {
  body: string;
  room: Room;
  resolve: (reply: HttpReply) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
  connection: Connection | undefined;
};
type Connection = {
  socket: Socket;
  reader: ReplyReader;
  running: Exchange | undefined;
  /** By `performance.now()`: until when it may wait for the next request. */
  idleUntil: number;
};

const connectionsAtMost = 64;
const readBytes = 64 * 1024;
const connectMs = 5_000;
const idleMs = 30_000;
/** A node that says when it ends idle connections is not asked on one shortly before. */
const idleMarginMs = 2_000;
const sweepMs = 5_000;

/** Code of the error where a node was not reached in time. */
export const connectTimeout = 'CONNECT_TIMEOUT';

const timeoutError = (message: string, code?: string): Error =>
  Object.assign(new Error(message), { name: 'TimeoutError', code });
const brokenError = (): Error => new Error('The node has ended the connection.');
const endError = (): Error => new Error('The service ends.');

/** A socket whose bytes come by a callback: a stream of them takes more time than to read them. */
const openSocket = (
  { protocol, hostname, port }: URL,
  onBytes: (bytes: Buffer) => void,
  onFailure: (error: Error) => void,
): Socket => {
  const isSecure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const buffer = Buffer.allocUnsafe(readBytes);
  const callback = (count: number): boolean => {
    onBytes(buffer.subarray(0, count));
    return true;
  };
  const to = { host, port: Number(port || (isSecure ? 443 : 80)), onread: { buffer, callback } };
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const socket = isSecure
    ? connectSecure({ ...to, ...servername, ALPNProtocols: ['http/1.1'] })
    : connectPlain(to);
  const late = (): void => onFailure(timeoutError('The node was not reached.', connectTimeout));
  const timer = setTimeout(late, connectMs);
  socket.setNoDelay(true).setKeepAlive(true, 60_000);
  socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timer));
  socket.on('error', onFailure);
  socket.once('close', () => {
    clearTimeout(timer);
    onFailure(brokenError());
  });
  return socket;
};

/**
 * Connections to one node, each for one request at a time: no call waits for another's reply. A client
 * for all of HTTP takes twice the time. Redirects are not followed: the URL may hold a key.
 */
export const createHttpConnections = (
  url: URL,
  headers: Readonly<Record<string, string>>,
): HttpConnections => {
  const fields = Object.entries({ host: url.host, ...headers });
  const head =
    `POST ${url.pathname}${url.search} HTTP/1.1\r\n` +
    `${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}content-length: `;
  const all = new Set<Connection>();
  /** The one that was used last stands last. */
  const idle: Connection[] = [];
  const waiting = new Set<Exchange>();
  let isClosed = false;

  const start = (connection: Connection, exchange: Exchange): void => {
    const { body, room } = exchange;
    connection.running = exchange;
    exchange.connection = connection;
    connection.reader.begin(room);
    connection.socket.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };

  /** The request that has waited longest, if any. */
  const startNext = (free?: Connection): boolean => {
    const [exchange] = waiting;
    if (exchange === undefined) return false;
    waiting.delete(exchange);
    start(free ?? open(), exchange);
    return true;
  };

  const drop = (connection: Connection): void => {
    if (!all.delete(connection)) return;
    const at = idle.indexOf(connection);
    if (at >= 0) idle.splice(at, 1);
    connection.socket.destroy();
    startNext();
  };

  const settle = (exchange: Exchange): void => {
    clearTimeout(exchange.timer);
    waiting.delete(exchange);
    if (exchange.connection !== undefined) exchange.connection.running = undefined;
  };

  /** On a connection whose request has failed the reply may still come. */
  const giveUp = (exchange: Exchange, error: unknown): void => {
    settle(exchange);
    exchange.reject(error);
    if (exchange.connection !== undefined) drop(exchange.connection);
  };

  const end = (connection: Connection, error: unknown): void => {
    if (connection.running === undefined) drop(connection);
    else giveUp(connection.running, error);
  };

  const receive = (connection: Connection, read: () => HttpReply | undefined): void => {
    const { running, reader } = connection;
    // What nobody has asked for.
    if (running === undefined) return void drop(connection);
    try {
      const reply = read();
      if (reply === undefined) return;
      settle(running);
      running.resolve(reply);
      const keepMs = reader.keepMs(idleMs + idleMarginMs) - idleMarginMs;
      connection.idleUntil = performance.now() + keepMs;
      if (keepMs <= 0) drop(connection);
      else if (!startNext(connection)) idle.push(connection);
    } catch (error) {
      end(connection, error);
    }
  };

  const open = (): Connection => {
    const reader = createReplyReader();
    const socket = openSocket(
      url,
      (bytes) => receive(connection, () => reader.read(bytes)),
      (error) => end(connection, error),
    );
    socket.once('end', () => {
      receive(connection, reader.end);
      end(connection, brokenError());
    });
    const connection: Connection = { socket, reader, running: undefined, idleUntil: 0 };
    all.add(connection);
    return connection;
  };

  const takeIdle = (): Connection | undefined => {
    const now = performance.now();
    for (;;) {
      const connection = idle.pop();
      if (connection === undefined || connection.idleUntil > now) return connection;
      drop(connection);
    }
  };

  const sweep = setInterval(() => {
    const now = performance.now();
    for (const connection of idle.filter(({ idleUntil }) => idleUntil <= now)) drop(connection);
  }, sweepMs).unref();

  return {
    post: (body, timeoutMs, room) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(endError());
        const late = (): void => giveUp(exchange, timeoutError('The node did not answer in time.'));
        const timer = setTimeout(late, timeoutMs);
        const exchange: Exchange = { body, room, resolve, reject, timer, connection: undefined };
        const connection = takeIdle() ?? (all.size < connectionsAtMost ? open() : undefined);
        if (connection === undefined) waiting.add(exchange);
        else start(connection, exchange);
      }),
    close: async () => {
      isClosed = true;
      clearInterval(sweep);
      for (const exchange of waiting) giveUp(exchange, endError());
      for (const connection of all) end(connection, endError());
    },
  };
};
