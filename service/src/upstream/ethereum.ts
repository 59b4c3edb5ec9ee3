import { isOpen } from '../credits/costs';
import { fail, ServiceError } from '../errors';
import { createRoom, type Room } from '../room';
import type { Call } from '../rpc/readCalls';
import { within } from '../within';
import { type Breaker, createBreaker } from './breaker';
import { blockOfReceipts, emptyOrNull, hasNoReceipts } from './emptyReceipts';
import { lateError } from './exchange';
import { type Endpoint, httpEndpoint } from './jsonRpc';
import { createReadReply, parseReply } from './replies';

export type Ethereum = {
  chainId: bigint;
  /**
   * @throws `upstream` or `late` if no node answers before the deadline, and what the room throws
   */
  call: (call: Call, room: Room) => Promise<string>;
  /** Only the result. @throws also if the node responds with an error */
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>;
  /** WebSocket URLs of the nodes, in order of preference. */
  socketUrls: () => string[];
  states: () => { name: string; state: string }[];
  close: () => Promise<void>;
};

type Node = {
  url: string;
  endpoint: Endpoint;
  breaker: Breaker;
  isOfChain: boolean;
  checking: Promise<void> | undefined;
  probing: Promise<void> | undefined;
};

const chainIdCall: Call = { id: 1, method: 'eth_chainId', params: [] };
const probeMs = 3_000;
/** How long a call waits for a node's chain id if it can fail over to another node. */
const hurriedMs = 500;

/**
 * Repeating a write could act twice, so it fails over only if the first node was not reached. A
 * signed transaction is the same wherever it is sent.
 */
const isRepeatable = (method: string): boolean =>
  isOpen(method) || method === 'eth_sendRawTransaction';
const notReached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
/** Nodes and proxies close idle connections, possibly just as the next call is sent. */
const cutOff = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** The node has answered, even if with an error. */
const isAnswer = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.kind !== 'upstream';

const isBusy = (error: unknown): boolean => error instanceof ServiceError && error.kind === 'busy';

const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return typeof cause === 'object' && cause !== null ? codeOf(cause) : '';
};

/** Extracts the result of a parsed response. @throws `upstream` if it is an error */
const resultOf = (text: string): unknown => {
  const { result, error } = JSON.parse(text) as { result?: unknown; error?: unknown };
  return error ? fail('upstream') : result;
};

/** Anvil and most nodes serve both on one port; give `ws:` URLs where they differ. */
const socketUrlOf = (url: string): string => url.replace(/^http/, 'ws');

/**
 * Nodes of one chain, tried in order until one answers. A node of another chain is never used.
 *
 * @throws if no node reports its chain, or two nodes report different ones
 */
export const connectEthereum = async (options: {
  urls: readonly string[];
  socketUrls: readonly string[];
  deadlineMs: number;
  replyBytes: number;
  clock: () => number;
  onAsked: (name: string, outcome: 'ok' | 'failed' | 'nonsense') => void;
}): Promise<Ethereum> => {
  const { deadlineMs, replyBytes, clock, onAsked } = options;
  const readReply = createReadReply();
  /** For the service's own requests. */
  const ownRoom = (): Room => createRoom(replyBytes);
  const nodes = options.urls.map((url): Node => {
    const node: Node = {
      url,
      endpoint: httpEndpoint(url, clock, () => {
        node.isOfChain = false;
      }),
      breaker: createBreaker(clock),
      isOfChain: false,
      checking: undefined,
      probing: undefined,
    };
    return node;
  });
  const attemptMs = nodes.length > 1 ? deadlineMs / 2 : deadlineMs;
  let chainId: bigint | undefined;

  const askChain = async ({ endpoint }: Node, timeoutMs: number): Promise<bigint> => {
    const { id, text } = await endpoint.call(chainIdCall, timeoutMs, ownRoom());
    const { result } = parseReply(id, text);
    return BigInt(typeof result === 'string' ? result : fail('upstream'));
  };

  const checkChain = async (node: Node, timeoutMs: number): Promise<void> => {
    const found = await askChain(node, timeoutMs);
    chainId ??= found;
    if (found !== chainId) {
      throw new Error(`${node.endpoint.name} is of chain ${found}, others of chain ${chainId}.`);
    }
    node.isOfChain = true;
  };

  const close = async (): Promise<void> => {
    await Promise.all(nodes.map(({ endpoint }) => endpoint.close()));
  };

  for (const node of nodes) {
    try {
      await checkChain(node, Math.min(attemptMs, 10_000));
    } catch (error) {
      // A node that is down is retried when needed; one of another chain is a configuration error.
      if (error instanceof Error && error.message.includes('is of chain')) {
        await close();
        throw error;
      }
      node.breaker.failed();
    }
  }
  if (chainId === undefined) {
    await close();
    throw new Error(`No Ethereum node answers: ${nodes.map((n) => n.endpoint.name).join(', ')}.`);
  }

  /** One request, shared by all that wait for it. */
  const checkForAll = (node: Node): Promise<void> => {
    node.checking ??= checkChain(node, probeMs).finally(() => {
      node.checking = undefined;
    });
    return node.checking;
  };

  /**
   * A call may fail because of what the caller sent, which must not block the node for others: a
   * request of our own determines whether the node is healthy.
   */
  const probe = (node: Node): void => {
    node.probing ??= checkForAll(node)
      .then(node.breaker.succeeded, (error) =>
        isAnswer(error) ? node.breaker.succeeded() : node.breaker.failed(),
      )
      .finally(() => {
        node.probing = undefined;
      });
  };

  const isChecked = (node: Node): Promise<boolean> => checkForAll(node).then(() => true);
  /** A hanging node must not delay calls that another node can answer. */
  const patienceMs = (node: Node): number =>
    nodes.some((other) => other !== node && other.isOfChain) ? hurriedMs : probeMs;

  const askNode = async (node: Node, request: Call, until: number, room: Room): Promise<string> => {
    // Each new connection may lead to another node, behind a load balancer.
    if (!node.isOfChain && !(await within(patienceMs(node), isChecked(node), false)))
      throw lateError();
    const leftMs = Math.max(1, Math.ceil(until - performance.now()));
    const { id, text } = await node.endpoint.call(request, leftMs, room);
    const reply = readReply(request, id, text, chainId ?? 0n, node.endpoint.hide);
    if (!hasNoReceipts(request, reply)) return reply;
    const block = blockOfReceipts(request);
    return emptyOrNull(reply, block, await askNode(node, block, until, room));
  };

  /** A response holds its room until the caller's is closed; a failed one releases it at once. */
  const inRoom = (ask: (room: Room) => Promise<string>, above: Room): Promise<string> => {
    const room = createRoom(replyBytes, above);
    return ask(room).catch((error) => {
      room.close();
      throw error;
    });
  };

  const call = async (request: Call, above: Room): Promise<string> => {
    const until = performance.now() + deadlineMs;
    let last: unknown;
    for (const node of nodes) {
      const now = performance.now();
      const leftMs = Math.ceil(Math.min(attemptMs, until - now));
      if (leftMs <= 0) break;
      if (!node.breaker.admits()) continue;
      const attempt = () => inRoom((room) => askNode(node, request, now + leftMs, room), above);
      try {
        const reply = await attempt().catch((error) => {
          if (!isRepeatable(request.method) || !cutOff.has(codeOf(error))) throw error;
          return attempt();
        });
        node.breaker.succeeded();
        onAsked(node.endpoint.name, 'ok');
        return reply;
      } catch (error) {
        const isNonsense = error instanceof ServiceError && error.kind === 'nonsense';
        onAsked(node.endpoint.name, isNonsense ? 'nonsense' : 'failed');
        if (isAnswer(error)) node.breaker.succeeded();
        else if (notReached.has(codeOf(error))) node.breaker.failed();
        else probe(node);
        // Another node would answer the same, except for nonsense.
        if (isAnswer(error) && !isBusy(error) && !isNonsense) throw error;
        // "Busy" is more informative than no response.
        if (!isBusy(last)) last = error;
        if (!isRepeatable(request.method) && !notReached.has(codeOf(error))) break;
      }
    }
    if (isBusy(last) || (last instanceof ServiceError && last.kind === 'nonsense')) throw last;
    const isLate = (last as { name?: unknown } | undefined)?.name === 'TimeoutError';
    throw new ServiceError(isLate ? 'late' : 'upstream', { cause: last });
  };

  return {
    chainId,
    call,
    ask: async (method, params) => resultOf(await call({ id: 1, method, params }, ownRoom())),
    socketUrls: () =>
      options.socketUrls.length > 0
        ? [...options.socketUrls]
        : nodes.map((node) => socketUrlOf(node.url)),
    states: () =>
      nodes.map(({ endpoint, breaker }) => ({ name: endpoint.name, state: breaker.state() })),
    close,
  };
};
