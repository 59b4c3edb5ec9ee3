import { parseJson } from '@xnet/clients/transport/json';
import WebSocket from 'ws';
import { fail } from '../errors';
import { createBeat } from '../heartbeat';
import { withTimeout } from '../withTimeout';
import { type Call, listParams } from './call';
import { redactNode } from './redactNode';
import { readEvent } from './replies';

const answerMs = 10_000;
/** For its handshake and its word about its chain. */
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

const hex = /^0x[\da-f]{1,64}$/i;
const parseMessage = (text: string): Message =>
  (parseJson(text) as Message | undefined | null) ?? {};

const chainIdCall = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'eth_chainId', params: [] });

const isChainId = (text: string, chainId: bigint): boolean => {
  const { id, result } = parseMessage(text);
  return id === 0 && typeof result === 'string' && hex.test(result) && BigInt(result) === chainId;
};

/** `isAside`: what the node tells of may not be new. */
export type SocketUrl = { url: string; isAside: boolean };

/** Opens a socket to the first node of this chain that accepts one. */
const dial = async (
  urls: readonly SocketUrl[],
  chainId: bigint,
  onRefused: (url: string) => void,
): Promise<{ socket: WebSocket; url: string }> => {
  for (const { url } of urls) {
    const socket = new WebSocket(url, { maxPayload: messageAtMost });
    const isOfChain = new Promise<boolean>((resolve) => {
      socket.once('open', () => socket.send(chainIdCall));
      socket.once('message', (data) => resolve(isChainId(data.toString(), chainId)));
      for (const end of ['error', 'close']) socket.on(end, () => resolve(false));
    });
    if (await withTimeout(dialMs, isOfChain, false)) return { socket, url };
    socket.terminate();
    onRefused(url);
  }
  return fail('upstream', 'No upstream node of the chain takes subscriptions.');
};

type Options = {
  /** In order of preference. */
  urls: () => Promise<readonly SocketUrl[]>;
  chainId: () => Promise<bigint>;
  /** An event's text for the caller, and what was subscribed to, such as "newHeads". */
  onEvent: (text: string, subscribed: string) => void;
  /** The node's socket has closed unexpectedly, which ends all subscriptions. */
  onLost: () => void;
};

/** The messages of a socket to a node: calls, their responses, and events. */
const createConversation = ({ onEvent }: Pick<Options, 'onEvent'>) => {
  const waiting = new Map<number, Waiting>();
  const kinds = new Map<string, string>();
  let lastId = 0;

  /** @returns the id of the node's response */
  const tell = (socket: WebSocket, method: string, params: Call['params']): number => {
    lastId += 1;
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params: params ?? [] }));
    return lastId;
  };

  /** @returns the response's text for the caller */
  const answer = ({ call, isLate }: Waiting, message: Message, socket: WebSocket): string => {
    const [first] = listParams(call);
    if (call.method === 'eth_subscribe' && typeof message.result === 'string') {
      // The caller does not know of a subscription that came late.
      if (isLate) tell(socket, 'eth_unsubscribe', [message.result]);
      else kinds.set(message.result, String(first));
    } else if (message.result === true && typeof first === 'string') {
      // If the node did not unsubscribe, events continue and are passed on.
      kinds.delete(first);
    }
    const { result, error } = message;
    const outcome = error ? redactNode(socket.url)({ error }) : { result };
    return JSON.stringify({ jsonrpc: '2.0', id: call.id ?? null, ...outcome });
  };

  return {
    /** Subscriptions, and calls that the node has not answered. */
    count: (): number => kinds.size + waiting.size,
    receive: (text: string, socket: WebSocket): void => {
      const message = parseMessage(text);
      if (message.params?.subscription !== undefined) {
        const event = readEvent(text);
        const kind = event && kinds.get(event.subscription);
        if (event !== undefined && kind !== undefined) onEvent(event.text, kind);
        return;
      }
      const { id } = message;
      const waitingCall = typeof id === 'number' ? waiting.get(id) : undefined;
      if (waitingCall === undefined) return;
      waiting.delete(id as number); // it was found by this id
      try {
        waitingCall.resolve(answer(waitingCall, message, socket));
      } catch (error) {
        // JSON nested thousands deep can be parsed but not serialized.
        waitingCall.reject(error as Error);
      }
    },
    ask: (socket: WebSocket, call: Call): Promise<string> => {
      let timer: NodeJS.Timeout | undefined;
      const answered = new Promise<string>((resolve, reject) => {
        const waitingCall: Waiting = { call, resolve, reject, isLate: false };
        waiting.set(tell(socket, call.method, call.params), waitingCall);
        timer = setTimeout(() => {
          waitingCall.isLate = true;
          reject(new Error('late'));
        }, answerMs);
      });
      return answered
        .catch((cause) => fail('upstream', undefined, { cause }))
        .finally(() => clearTimeout(timer));
    },
    lose: (): void => {
      for (const { reject } of waiting.values()) reject(new Error('The socket has ended.'));
      waiting.clear();
    },
  };
};

/** Beats after which a node that took no socket may have come to take them. */
const refusedBeats = 20;

/** Ends the socket to a node that is not with the others, if a new one would lead to one that is. */
const createLeave = (
  socket: WebSocket,
  url: string,
  { urls, refusedUrls }: Pick<Options, 'urls'> & { refusedUrls: Set<string> },
) => {
  let beats = 0;
  return async (): Promise<void> => {
    beats += 1;
    if (beats % refusedBeats === 0) refusedUrls.clear();
    const order = await urls();
    const place = order.findIndex((one) => one.url === url);
    const isBetter = (one: SocketUrl): boolean => !one.isAside && !refusedUrls.has(one.url);
    if (order[place]?.isAside && order.slice(0, place).some(isBetter)) socket.terminate();
  };
};

/**
 * The subscriptions of one client, over its own socket to a node, opened with the first of them.
 */
export const openSubscriptions = (options: Options) => {
  const conversation = createConversation(options);
  let dialing: Promise<WebSocket> | undefined;
  let isClosed = false;
  let beat = (): void => undefined;
  let leave = async (): Promise<void> => undefined;
  /** Calls that wait for the socket. */
  let coming = 0;

  const connect = async (): Promise<WebSocket> => {
    const refusedUrls = new Set<string>();
    const chainId = await options.chainId();
    const { socket, url } = await dial(await options.urls(), chainId, (refusedUrl) =>
      refusedUrls.add(refusedUrl),
    );
    if (isClosed) socket.terminate();
    beat = createBeat(socket);
    leave = createLeave(socket, url, { refusedUrls, urls: options.urls });
    socket.on('message', (data) => conversation.receive(data.toString(), socket));
    socket.on('close', () => {
      conversation.lose();
      if (!isClosed) options.onLost();
    });
    return socket;
  };

  return {
    /** `eth_subscribe` and `eth_unsubscribe`. @returns the response's text */
    call: async (call: Call): Promise<string> => {
      const isMore = call.method === 'eth_subscribe';
      if (isMore && conversation.count() + coming >= subscriptionsAtMost) {
        fail('tooMuch', `A WebSocket holds at most ${subscriptionsAtMost} subscriptions.`);
      }
      coming += 1;
      dialing ??= connect();
      const socket = await dialing.catch((error) => {
        dialing = undefined;
        coming -= 1;
        throw error;
      });
      coming -= 1;
      return conversation.ask(socket, call);
    },
    /** Closes the node's socket if it showed no sign of life since the last beat, or another is better. */
    beat: async (): Promise<void> => {
      beat();
      await leave();
    },
    close: (): void => {
      isClosed = true;
      dialing?.then((socket) => socket.close()).catch(() => undefined);
    },
  };
};
