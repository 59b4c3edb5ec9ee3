import WebSocket from 'ws';
import { fail } from '../errors';
import type { Call } from './call';
import { redactNode } from './redactNode';

export type Subscriptions = {
  /** `eth_subscribe` and `eth_unsubscribe`. @returns the response's text */
  call: (call: Call) => Promise<string>;
  /** Closes the node's socket if it showed no sign of life since the last beat. */
  beat: () => void;
  close: () => void;
};

const answerMs = 10_000;
const dialMs = 5_000;
const messageAtMost = 16 * 1024 * 1024;
const subscriptionsAtMost = 100;

type Waiting = {
  call: Call;
  resolve: (text: string) => void;
  reject: (error: Error) => void;
  /** The caller was told that the node did not answer. */
  isLate: boolean;
};

/** A message of the node, not validated yet. */
type Message = {
  id?: unknown;
  result?: unknown;
  error?: unknown;
  params?: { subscription?: unknown };
};

const chainIdCall = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'eth_chainId', params: [] });

const isChainId = (text: string, chainId: bigint): boolean => {
  try {
    const { id, result } = JSON.parse(text) as { id: unknown; result: string };
    return id === 0 && BigInt(result) === chainId;
  } catch {
    return false;
  }
};

/** Opens a socket to the first node of this chain that accepts one. */
const dial = async (urls: readonly string[], chainId: bigint): Promise<WebSocket> => {
  for (const url of urls) {
    const socket = new WebSocket(url, { handshakeTimeout: dialMs, maxPayload: messageAtMost });
    let timer: NodeJS.Timeout | undefined;
    const isOfChain = await new Promise<boolean>((resolve) => {
      socket.once('open', () => {
        socket.send(chainIdCall);
        timer = setTimeout(() => resolve(false), dialMs);
      });
      socket.once('message', (data) => resolve(isChainId(data.toString(), chainId)));
      for (const end of ['error', 'close']) socket.on(end, () => resolve(false));
    });
    clearTimeout(timer);
    if (isOfChain) return socket;
    socket.terminate();
  }
  return fail('upstream', 'No upstream node of the chain takes subscriptions.');
};

/**
 * The subscriptions of one client, over its own socket to a node, opened with the first of them.
 */
export const openSubscriptions = (options: {
  urls: () => readonly string[];
  chainId: () => Promise<bigint>;
  /** An event's text as the node sent it, and what was subscribed to, such as "newHeads". */
  onEvent: (text: string, subscribed: string) => void;
  /** The node's socket has closed unexpectedly, which ends all subscriptions. */
  onLost: () => void;
}): Subscriptions => {
  const waiting = new Map<number, Waiting>();
  const kinds = new Map<string, string>();
  let dialing: Promise<WebSocket> | undefined;
  let isClosed = false;
  let isAlive = true;
  let lastId = 0;
  /** Calls in progress, those waiting for the socket included, and unanswered calls to the node. */
  let asking = 0;

  /** @returns the id of the node's response */
  const tell = (socket: WebSocket, method: string, params: Call['params']): number => {
    lastId += 1;
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params: params ?? [] }));
    return lastId;
  };

  const lose = (): void => {
    for (const { reject } of waiting.values()) reject(new Error('The socket has ended.'));
    waiting.clear();
    if (!isClosed) options.onLost();
  };

  const receive = (text: string, socket: WebSocket): void => {
    let message: Message;
    try {
      message = JSON.parse(text) ?? {};
    } catch {
      return;
    }
    const subscription = message.params?.subscription;
    if (typeof subscription === 'string') {
      const kind = kinds.get(subscription);
      if (kind !== undefined) options.onEvent(text, kind);
      return;
    }
    const { id } = message;
    if (typeof id !== 'number') return;
    const found = waiting.get(id);
    if (found === undefined) return;
    waiting.delete(id);
    asking -= 1;
    try {
      found.resolve(answer(found, message, socket));
    } catch (error) {
      // JSON nested thousands deep can be parsed but not serialized.
      found.reject(error as Error);
    }
  };

  /** @returns the response's text for the caller */
  const answer = (found: Waiting, message: Message, socket: WebSocket): string => {
    const [first] = Array.isArray(found.call.params) ? found.call.params : [];
    if (found.call.method === 'eth_subscribe' && typeof message.result === 'string') {
      // The caller does not know of a subscription that came late.
      if (found.isLate) tell(socket, 'eth_unsubscribe', [message.result]);
      else kinds.set(message.result, String(first));
    } else if (message.result === true && typeof first === 'string') {
      // If the node did not unsubscribe, events continue and are passed on.
      kinds.delete(first);
    }
    const told = message.error ? redactNode(socket.url)(message) : message;
    return JSON.stringify({ ...told, id: found.call.id ?? null });
  };

  const connect = async (): Promise<WebSocket> => {
    const socket = await dial(options.urls(), await options.chainId());
    if (isClosed) socket.terminate();
    socket.on('message', (data) => {
      isAlive = true;
      receive(data.toString(), socket);
    });
    socket.on('pong', () => {
      isAlive = true;
    });
    socket.on('close', lose);
    return socket;
  };

  const ask = async (call: Call): Promise<string> => {
    dialing ??= connect();
    const socket = await dialing.catch((error) => {
      dialing = undefined;
      asking -= 1;
      throw error;
    });
    let timer: NodeJS.Timeout | undefined;
    const answer = new Promise<string>((resolve, reject) => {
      const asked: Waiting = { call, resolve, reject, isLate: false };
      waiting.set(tell(socket, call.method, call.params), asked);
      timer = setTimeout(() => {
        asked.isLate = true;
        reject(new Error('late'));
      }, answerMs);
    });
    return answer
      .catch((cause) => fail('upstream', undefined, { cause }))
      .finally(() => clearTimeout(timer));
  };

  return {
    call: async (call) => {
      if (call.method === 'eth_subscribe' && kinds.size + asking >= subscriptionsAtMost) {
        fail('tooMuch', `A WebSocket holds at most ${subscriptionsAtMost} subscriptions.`);
      }
      asking += 1;
      return ask(call);
    },
    beat: () => {
      dialing?.then(
        (socket) => {
          if (!isAlive) return socket.terminate();
          isAlive = false;
          socket.ping();
        },
        () => undefined,
      );
    },
    close: () => {
      isClosed = true;
      dialing?.then(
        (socket) => socket.close(),
        () => undefined,
      );
    },
  };
};
