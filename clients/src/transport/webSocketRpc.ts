import type { CreditMeter } from './creditMeter';
import type { Endpoint } from './endpoint';
import { member, transportError } from './failure';
import { parseJson } from './json';
import { chunk, MAX_BATCH, matchReplies, readError } from './jsonRpc';
import { type Clock, createPolicy, runtimeClock, withTimeout } from './policy';
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

type Connection = { send(text: string): void };

type Line = {
  readonly clock: Clock;
  readonly host: string;
  /** Creates a socket. */
  readonly dial: () => Socket;
  readonly onText: (text: string) => void;
  readonly onOver: (error: Error) => void;
  readonly onState: ((state: 'connected' | 'disconnected') => void) | undefined;
};

const dropped = (host: string, reason: string) =>
  transportError({ fault: 'dropped' }, `${host} ${reason}`);

const tooLate = (host: string, ms: number) =>
  transportError({ fault: 'timeout' }, `${host} did not answer within ${Math.ceil(ms / 1000)} s.`);

/** A socket that is opened on demand, kept alive, and opened again after a break. */
function createLine({ clock, host, dial, onText, onOver, onState }: Line) {
  let connection: Promise<Connection> | undefined;
  let leave = () => {};

  function connect(): Promise<Connection> {
    if (connection !== undefined) return connection;
    // If it throws, no connection is kept: the next request tries again.
    const socket = dial();
    connection = new Promise<Connection>((resolve, reject) => {
      // No event fires for a server that accepts the connection but never completes the handshake.
      let stopBeat = clock.setTimer(() => over('does not open.'), ANSWER_MS);
      let isOver = false;
      const over = (reason: string) => {
        if (isOver) return;
        isOver = true;
        connection = undefined;
        stopBeat();
        socket.close();
        const error = dropped(host, reason);
        reject(error);
        onOver(error);
        onState?.('disconnected');
      };
      leave = () => over('was left.');
      const heard = () => {
        if (isOver) return;
        stopBeat();
        stopBeat = clock.setTimer(() => {
          stopBeat = clock.setTimer(() => over('fell silent.'), ANSWER_MS);
          if (socket.ping) socket.ping();
          else socket.send(JSON.stringify({ jsonrpc: '2.0', id: BEAT_ID, ...beatCall }));
        }, QUIET_MS);
      };
      socket.addEventListener('open', () => {
        heard();
        resolve({ send: (text) => socket.send(text) });
        onState?.('connected');
      });
      socket.addEventListener('message', ({ data }) => {
        heard();
        if (typeof data !== 'string' || data.length > MAX_LENGTH) over('sent what cannot be read.');
        else onText(data);
      });
      // Sockets of `ws` emit `pong` when a ping is answered. Other kinds never do.
      (socket as { on?: (event: 'pong', run: () => void) => void }).on?.('pong', heard);
      socket.addEventListener('error', () => over('cannot be reached, or broke off.'));
      socket.addEventListener('close', () => over('broke off.'));
    });
    return connection;
  }
  return { connect, leave: () => leave() };
}

/** Calls that wait for their replies, and which replies are whose. */
function createWaitingCalls() {
  const waiting = new Map<number, WaitingCall>();
  return {
    count: () => waiting.size,
    add: (call: WaitingCall) => {
      for (const id of call.ids) waiting.set(id, call);
    },
    drop: (ids: readonly number[]) => {
      for (const id of ids) waiting.delete(id);
    },
    failAll: (error: Error) => {
      for (const call of new Set(waiting.values())) call.fail(error);
      waiting.clear();
    },
    receive: (message: unknown) => {
      const touched = new Set<WaitingCall>();
      const unnumbered: unknown[] = [];
      for (const reply of Array.isArray(message) ? message : [message]) {
        const id = member(reply, 'id');
        if (id === null && readError(reply)) unnumbered.push(reply);
        const group = typeof id === 'number' ? waiting.get(id) : undefined;
        group?.replies.push(reply);
        if (group) touched.add(group);
      }
      // An error without an id belongs to the batch it came with, or to the only pending one.
      const [group, ...otherCalls] = new Set(touched.size > 0 ? touched : waiting.values());
      const isToldOfAll = unnumbered.length > 0 && otherCalls.length === 0;
      if (group && isToldOfAll) {
        group.replies.push(...unnumbered);
        touched.add(group);
      }
      for (const call of touched) {
        // An array is the complete response to a batch; single replies arrive one by one.
        const isWhole = Array.isArray(message) || call.replies.length === call.ids.length;
        if (!isWhole && !isToldOfAll) continue;
        for (const id of call.ids) waiting.delete(id);
        call.settle(matchReplies(call.ids, call.replies));
      }
    },
  };
}

type Options = {
  readonly endpoint: Endpoint;
  readonly open: (url: string) => Socket;
  readonly clock?: Partial<Clock>;
  readonly meter?: CreditMeter;
  readonly onState?: (state: 'connected' | 'disconnected') => void;
};

/**
 * JSON-RPC over one WebSocket, which is opened on demand and reopened after a break. Requests that
 * are pending at a break are retried within their deadline, or rejected: none hangs.
 *
 * @param options.open creates a socket: `(url) => new WebSocket(url)`
 * @throws (in `ask`) nodeUnavailable, limitExceeded
 * @example webSocketRpc({ endpoint: { url }, open: (url) => new WebSocket(url) });
 */
export function webSocketRpc(options: Options): RpcTransport {
  const { endpoint, meter } = options;
  const clock: Clock = { ...runtimeClock, ...options.clock };
  const run = createPolicy(clock);
  const host = redactUrl(endpoint.url);
  const waiting = createWaitingCalls();
  let lastId = 0;
  let isClosed = false;

  const line = createLine({
    clock,
    host,
    dial: () => openSocket(options, host),
    onText: (text) => {
      const message = parseJson(text);
      const isBeat = member(message, 'id') === BEAT_ID;
      if (isBeat) meter?.answered([beatCall], matchReplies([BEAT_ID], [message]));
      waiting.receive(message);
    },
    onOver: waiting.failAll,
    onState: options.onState,
  });

  async function exchange(requests: readonly RpcRequest[], timeoutMs: number) {
    requireSafe(endpoint.url, ['wss:', 'ws:']);
    if (isClosed) throw dropped(host, 'was left.');
    if (waiting.count() + requests.length > MAX_WAITING)
      throw transportError({ fault: 'rate' }, `Too much waits for ${host} already.`);
    const numbered = requests.map(({ method, params }) => {
      lastId += 1;
      return { jsonrpc: '2.0', id: lastId, method, params };
    });
    const ids = numbered.map(({ id }) => id);
    let isOver = false;
    const converse = async () => {
      const { send } = await line.connect();
      if (isOver) throw dropped(host, 'opened too late.');
      return new Promise<RpcReply[]>((settle, fail) => {
        waiting.add({ ids, settle, fail, replies: [] });
        send(JSON.stringify(numbered.length === 1 ? numbered[0] : numbered));
      });
    };
    return withTimeout(clock.setTimer, timeoutMs, converse(), (_, reject) => {
      reject(tooLate(host, timeoutMs));
    }).finally(() => {
      isOver = true;
      waiting.drop(ids);
    });
  }

  return {
    async ask(requests) {
      const replies: RpcReply[] = [];
      // Sequential: with two in flight, an error without an id would be ambiguous.
      for (const group of chunk(requests, MAX_BATCH)) {
        const answers = await run([endpoint], READ, async (_, timeoutMs) => {
          const answers = await exchange(group, timeoutMs);
          meter?.answered(group, answers);
          return redactReplies(endpoint, answers, clock.now());
        });
        replies.push(...answers);
      }
      return replies;
    },
    close() {
      isClosed = true;
      line.leave();
    },
  };
}

function openSocket({ endpoint, open }: Options, host: string): Socket {
  try {
    return open(endpoint.url);
  } catch {
    throw dropped(host, 'cannot be opened.');
  }
}
