import type { CreditMeter } from './creditMeter';
import type { Endpoint } from './endpoint';
import { member, transportError } from './failure';
import { MAX_BATCH, matchReplies, readError } from './jsonRpc';
import { type Clock, createPolicy, runtimeClock, within } from './policy';
import { redactUrl } from './redact';
import type { RpcReply, RpcRequest } from './rpcMessage';
import { READ, type RpcTransport, redactReplies } from './rpcTransport';
import { requireSafe } from './safety';

/** The required part of a WebSocket: a browser's, Node's, or that of `ws`, which has `ping`. */
type Socket = {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'error' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  ping?(): void;
};

type WaitingCall = {
  readonly ids: readonly number[];
  readonly settle: (replies: RpcReply[]) => void;
  readonly fail: (error: Error) => void;
  readonly replies: unknown[];
};

/** After this silence, a heartbeat is sent to the server. */
const QUIET_MS = 30_000;
const ANSWER_MS = 10_000;
/** Heartbeat request if the runtime has no ping; no other request has this id. */
const BEAT_ID = 0;
const beatCall = { method: 'net_version', params: [] };
const MAX_LENGTH = 10 * 2 ** 20;
/** Limit of pending requests; further ones are rejected instead of queued. */
const MAX_WAITING = 1_000;

/**
 * JSON-RPC over one WebSocket, which is opened on demand and reopened after a break. Requests that
 * are pending at a break are retried within their deadline, or rejected: none hangs.
 *
 * @param options.open creates a socket: `(url) => new WebSocket(url)`
 * @throws (in `ask`) nodeUnavailable, limitExceeded
 * @example webSocketRpc({ endpoint: { url }, open: (url) => new WebSocket(url) });
 */
export function webSocketRpc(options: {
  readonly endpoint: Endpoint;
  readonly open: (url: string) => Socket;
  readonly clock?: Partial<Clock>;
  readonly meter?: CreditMeter;
  readonly onState?: (state: 'connected' | 'disconnected') => void;
}): RpcTransport {
  const { endpoint, open, meter, onState } = options;
  const clock: Clock = { ...runtimeClock, ...options.clock };
  const run = createPolicy(clock);
  const host = redactUrl(endpoint.url);
  const waiting = new Map<number, WaitingCall>();
  let connection: Promise<Connection> | undefined;
  let leave = () => {};
  let lastId = 0;
  let isClosed = false;

  type Connection = { send(text: string): void };

  const dropped = (why: string) => transportError({ fault: 'dropped' }, `${host} ${why}`);

  function connect(): Promise<Connection> {
    if (connection !== undefined) return connection;
    // If it throws, no connection is kept: the next request tries again.
    const socket = openSocket();
    connection = new Promise<Connection>((resolve, reject) => {
      // No event fires for a server that accepts the connection but never completes the handshake.
      let stopBeat = clock.setTimer(() => over(dropped('does not open.')), ANSWER_MS);
      let isOver = false;
      const over = (error: Error) => {
        if (isOver) return;
        isOver = true;
        connection = undefined;
        stopBeat();
        socket.close();
        reject(error);
        for (const each of new Set(waiting.values())) each.fail(error);
        waiting.clear();
        onState?.('disconnected');
      };
      leave = () => over(dropped('was left.'));
      const beat = () => {
        stopBeat();
        stopBeat = clock.setTimer(() => {
          stopBeat = clock.setTimer(() => over(dropped('fell silent.')), ANSWER_MS);
          if (socket.ping) socket.ping();
          else socket.send(JSON.stringify({ jsonrpc: '2.0', id: BEAT_ID, ...beatCall }));
        }, QUIET_MS);
      };
      const heard = () => !isOver && beat();
      socket.addEventListener('open', () => {
        heard();
        resolve({ send: (text) => socket.send(text) });
        onState?.('connected');
      });
      socket.addEventListener('message', ({ data }) => {
        heard();
        if (typeof data !== 'string' || data.length > MAX_LENGTH)
          over(dropped('sent what cannot be read.'));
        else receive(data);
      });
      // Sockets of `ws` emit `pong` when a ping is answered. Other kinds never do.
      (socket as { on?: (event: 'pong', run: () => void) => void }).on?.('pong', heard);
      socket.addEventListener('error', () => over(dropped('cannot be reached, or broke off.')));
      socket.addEventListener('close', () => over(dropped('broke off.')));
    });
    return connection;
  }

  function openSocket(): Socket {
    try {
      return open(endpoint.url);
    } catch {
      throw dropped('cannot be opened.');
    }
  }

  function receive(text: string): void {
    const message = jsonMessage(text);
    const touched = new Set<WaitingCall>();
    const unnumbered: unknown[] = [];
    for (const reply of Array.isArray(message) ? message : [message]) {
      const id = member(reply, 'id');
      if (id === null && readError(reply)) unnumbered.push(reply);
      if (id === BEAT_ID) meter?.answered([beatCall], matchReplies([BEAT_ID], [reply]));
      const group = typeof id === 'number' ? waiting.get(id) : undefined;
      group?.replies.push(reply);
      if (group) touched.add(group);
    }
    // An error without an id belongs to the batch it came with, or to the only pending one.
    const [group, ...others] = new Set(touched.size > 0 ? touched : waiting.values());
    const isToldOfAll = unnumbered.length > 0 && others.length === 0;
    if (group && isToldOfAll) {
      group.replies.push(...unnumbered);
      touched.add(group);
    }
    for (const each of touched) {
      // An array is the complete response to a batch; single replies arrive one by one.
      const isWhole = Array.isArray(message) || each.replies.length === each.ids.length;
      if (!isWhole && !isToldOfAll) continue;
      for (const id of each.ids) waiting.delete(id);
      each.settle(matchReplies(each.ids, each.replies));
    }
  }

  async function exchange(requests: readonly RpcRequest[], timeoutMs: number) {
    requireSafe(endpoint.url, ['wss:', 'ws:']);
    if (isClosed) throw dropped('was left.');
    if (waiting.size + requests.length > MAX_WAITING)
      throw transportError({ fault: 'rate' }, `Too much waits for ${host} already.`);
    const numbered = requests.map(({ method, params }) => {
      lastId += 1;
      return { jsonrpc: '2.0', id: lastId, method, params };
    });
    const ids = numbered.map(({ id }) => id);
    let isOver = false;
    const told = converse(numbered, ids, () => isOver);
    return within(clock.setTimer, timeoutMs, told, (_, reject) => {
      const seconds = Math.ceil(timeoutMs / 1000);
      reject(transportError({ fault: 'timeout' }, `${host} did not answer within ${seconds} s.`));
    }).finally(() => {
      isOver = true;
      for (const id of ids) waiting.delete(id);
    });
  }

  async function converse(
    numbered: readonly object[],
    ids: readonly number[],
    isOver: () => boolean,
  ) {
    const { send } = await connect();
    if (isOver()) throw dropped('opened too late.');
    return new Promise<RpcReply[]>((settle, fail) => {
      const group: WaitingCall = { ids, settle, fail, replies: [] };
      for (const id of ids) waiting.set(id, group);
      send(JSON.stringify(numbered.length === 1 ? numbered[0] : numbered));
    });
  }

  return {
    async ask(requests) {
      const groups = Array.from({ length: Math.ceil(requests.length / MAX_BATCH) }, (_, index) =>
        requests.slice(index * MAX_BATCH, (index + 1) * MAX_BATCH),
      );
      const replies: RpcReply[] = [];
      // Sequential: with two in flight, an error without an id would be ambiguous.
      for (const group of groups) {
        const answers = await run([endpoint], READ, async (_, timeoutMs) => {
          const told = await exchange(group, timeoutMs);
          meter?.answered(group, told);
          return redactReplies(endpoint, told, clock.now());
        });
        replies.push(...answers);
      }
      return replies;
    },
    close() {
      isClosed = true;
      leave();
    },
  };
}

function jsonMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
