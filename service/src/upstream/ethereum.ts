import { fail } from '../errors';
import { createMemoryBudget, type MemoryBudget } from '../memoryBudget';
import type { Soon } from '../stores/store';
import { type Answer, type Asking, createAsk, type OnAsked } from './asking';
import type { Call } from './call';
import { createChainCheck, findChain, type NodeEvents } from './chain';
import { createFinalAnswers } from './finalAnswers';
import { createHeads, pollFinal } from './heads';
import {
  createNode,
  getLabel,
  listNodeStates,
  type Node,
  type NodeState,
  orderNodes,
} from './node';
import { findWrongParam } from './params';
import { getQuestion, mayBeKept } from './questions';
import { readReply, underId } from './replies';
import type { SocketUrl } from './subscriptions';

export type Ethereum = {
  /** That of the first node that has answered. @throws as `call`, as long as none has */
  chainId: () => Promise<bigint>;
  /**
   * Answers at once from memory.
   *
   * @throws `upstream` or `late` if no node answers before the deadline, and what the budget throws
   */
  call: (call: Call, budget: MemoryBudget) => Soon<string>;
  /** Only the result. @throws also if the node responds with an error */
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>;
  /** WebSocket URLs of the nodes, in order of preference, after a look at their heads if one is due. */
  socketUrls: () => Promise<readonly SocketUrl[]>;
  states: () => NodeState[];
  /** Asks the nodes for their heads, unless they were asked a moment ago. */
  look: () => Promise<void>;
  /** @throws if no node of the chain answers */
  check: () => Promise<void>;
  close: () => Promise<void>;
};

/** Between two polls of the final block, where nothing else is polled. */
const finalMs = 12_000;

export type EthereumOptions = {
  urls: readonly string[];
  socketUrls: readonly string[];
  deadlineMs: number;
  replyBytes: number;
  /** Memory for answers that do not change any more. */
  cacheBytes?: number;
  /** Between two polls of the nodes' heads; 0 if they are not polled. */
  pollMs?: number;
  clock: () => number;
  events?: NodeEvents;
  onAsked: OnAsked;
  /** For an answer that may be kept: whether it was. */
  onLooked: (chain: string, result: 'memory' | 'miss') => void;
  /** The chain of these nodes; that of the first one that answers if absent. */
  chainId?: bigint;
};

/**
 * Anvil and most nodes serve both on one port. Of `ws:` URLs that are given where they differ, nothing
 * else is known.
 */
const socketUrlsOf = (
  { socketUrls, clock }: EthereumOptions,
  nodes: readonly Node[],
): readonly SocketUrl[] => {
  if (socketUrls.length > 0) return socketUrls.map((url) => ({ url, isAside: false }));
  return orderNodes(nodes, clock()).map(({ node, isAside }) => {
    const url = node.url.replace(/^http/, 'ws');
    return { url, isAside };
  });
};

/** Origins, which hold no key; nodes of one origin are numbered. */
const namesOf = (urls: readonly string[]): string[] => {
  const origins = urls.map((url) => new URL(url).origin);
  return origins.map((origin, index) => {
    const duplicateCount = origins.slice(0, index).filter((one) => one === origin).length;
    if (duplicateCount === 0) return origin;
    return `${origin} ${duplicateCount + 1}`;
  });
};

/** Keeps answers that are final, and sees to it that the final block is known. */
const createKeep = (
  nodes: readonly Node[],
  { pollMs = 0, clock }: EthereumOptions,
  getFinal: () => bigint | undefined,
  keep: ReturnType<typeof createFinalAnswers>['keep'],
) => {
  let polledAt = Number.NEGATIVE_INFINITY;
  return (question: string, { node, read: { number, text, isNull } }: Answer): void => {
    if (number === undefined || isNull || pollMs === 0) return;
    const final = getFinal();
    if (final !== undefined && number <= final) {
      keep(question, text, node);
      return;
    }
    // The heads of several nodes are polled anyway.
    if (nodes.length > 1 || Math.abs(clock() - polledAt) < finalMs) return;
    polledAt = clock();
    for (const one of nodes) void pollFinal(one);
  };
};

/** Sends a call to one node, once its chain is known, and reads the reply. */
const createSend =
  ({ require, chainId }: ReturnType<typeof createChainCheck>): Asking['send'] =>
  async (node, request, until, budget) => {
    await require(node);
    const leftMs = Math.max(1, Math.ceil(until - performance.now()));
    const { id, text } = await node.endpoint.call(request, leftMs, budget);
    return readReply(request, id, text, chainId() ?? 0n, node.endpoint.redact);
  };

const createAskResult =
  (call: Ethereum['call'], replyBytes: number): Ethereum['ask'] =>
  async (method, params) => {
    const text = await call({ id: 1, method, params }, createMemoryBudget(replyBytes));
    const { result, error } = JSON.parse(text) as { result?: unknown; error?: unknown };
    if (error) return fail('upstream');
    return result;
  };

/** The nodes of these URLs, none of which has been asked anything. */
const createNodes = ({ urls, clock }: EthereumOptions): Node[] => {
  const names = namesOf(urls);
  return urls.map((url, index) => createNode(url, names[index] ?? '', clock));
};

/** Answers calls: from memory, or by the nodes. */
const createCall = (
  nodes: readonly Node[],
  options: EthereumOptions,
  heads: ReturnType<typeof createHeads>,
  { askNodes, chainLabel }: { askNodes: ReturnType<typeof createAsk>; chainLabel: () => string },
): Ethereum['call'] => {
  const finalAnswers = createFinalAnswers(options.cacheBytes ?? 0);
  const keep = createKeep(nodes, options, heads.final, finalAnswers.keep);
  const find = (question: string): string | undefined => {
    const [best] = orderNodes(nodes, options.clock());
    const text = best && finalAnswers.find(question, best.node);
    options.onLooked(chainLabel(), text === undefined ? 'miss' : 'memory');
    return text;
  };
  const askAnew = async (nodeCall: Call, question: string | undefined, budget: MemoryBudget) => {
    const answer = await askNodes(nodeCall, budget);
    if (question !== undefined && answer.read.error === undefined) keep(question, answer);
    return answer.read.text;
  };
  return (request, budget) => {
    void heads.refresh();
    const { id: callerId = 1 } = request;
    const message = findWrongParam(request);
    if (message !== undefined) {
      const error = { code: -32602, message };
      return JSON.stringify({ jsonrpc: '2.0', id: callerId, error });
    }
    const nodeCall = { ...request, id: 1 };
    const question = mayBeKept(nodeCall) ? getQuestion(nodeCall) : undefined;
    const text = question === undefined ? undefined : find(question);
    if (text !== undefined) {
      budget.reserve(text.length);
      return underId(text, 1, callerId);
    }
    const asking = askAnew(nodeCall, question, budget);
    if (callerId === 1) return asking;
    return asking.then((answer) => underId(answer, 1, callerId));
  };
};

/**
 * Nodes of one chain: each call goes to the node that is best suited for it, else to the first in
 * their order. A node of another chain is never asked. Where none answers yet, calls fail until one
 * does.
 *
 * @throws where two nodes differ
 */
export const connectEthereum = async (options: EthereumOptions): Promise<Ethereum> => {
  const { deadlineMs, replyBytes, clock, onAsked, pollMs = 0 } = options;
  const nodes = createNodes(options);
  const chain = createChainCheck(nodes, options);
  const heads = createHeads(nodes, pollMs, clock, chain.check);
  const chainLabel = (): string => getLabel(chain.chainId());
  const askNodes = createAsk({
    nodes,
    deadlineMs,
    replyBytes,
    clock,
    onAsked,
    chain: chainLabel,
    probe: chain.probe,
    send: createSend(chain),
  });

  const call = createCall(nodes, options, heads, { askNodes, chainLabel });
  const ask = createAskResult(call, replyBytes);
  let stopLooking = (): void => undefined;
  const close = async (): Promise<void> => {
    stopLooking();
    await Promise.all(nodes.map(({ endpoint }) => endpoint.close()));
  };
  stopLooking = await findChain(nodes, chain, options.events).catch(async (error) => {
    await close();
    throw error;
  });
  await heads.refresh();

  return {
    chainId: async () => {
      if (chain.chainId() === undefined) await ask('eth_chainId', []);
      return chain.chainId() ?? fail('upstream');
    },
    call,
    ask,
    close,
    check: async () => {
      await Promise.any(nodes.map(chain.check));
    },
    socketUrls: async () => {
      await heads.refresh();
      return socketUrlsOf(options, nodes);
    },
    look: heads.look,
    states: () => listNodeStates(nodes, chain.chainId(), clock()),
  };
};
