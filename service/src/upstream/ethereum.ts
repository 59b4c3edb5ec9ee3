import { fail, ServiceError } from '../errors';
import { createMemoryBudget, type MemoryBudget } from '../memoryBudget';
import { withTimeout } from '../withTimeout';
import { type Breaker, createBreaker } from './breaker';
import type { Call } from './call';
import { askChain } from './chain';
import { blockOfReceipts, emptyOrNull, hasNoReceipts } from './emptyReceipts';
import { lateError } from './exchange';
import { type Endpoint, httpEndpoint } from './jsonRpc';
import { isOpen } from './openMethods';
import { codeOf, cutOff, notReached, reasonOf } from './reasons';
import { createReadReply } from './replies';

export type Ethereum = {
  /** That of the first node that has answered. @throws as `call`, as long as none has */
  chainId: () => Promise<bigint>;
  /**
   * @throws `upstream` or `late` if no node answers before the deadline, and what the budget throws
   */
  call: (call: Call, budget: MemoryBudget) => Promise<string>;
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
  /** The chain of which it has told last. */
  told: bigint | undefined;
  checking: Promise<void> | undefined;
  probing: Promise<void> | undefined;
};

const probeMs = 3_000;
/** Between two looks at nodes of which none has answered yet. */
const againMs = 5_000;
/** So long a call waits for what a node says of its chain, where it can go to another one. */
const hurriedMs = 500;

/**
 * Repeating a write could act twice, so it fails over only if the first node was not reached. A
 * signed transaction is the same wherever it is sent.
 */
const isRepeatable = (method: string): boolean =>
  isOpen(method) || method === 'eth_sendRawTransaction';

/** The node has answered, even if with an error. */
const isAnswer = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.kind !== 'upstream';

const isBusy = (error: unknown): boolean => error instanceof ServiceError && error.kind === 'busy';

/** Of a reply that was read. @throws `upstream` where the node replied with an error */
const resultOf = (text: string): unknown => {
  const { result, error } = JSON.parse(text) as { result?: unknown; error?: unknown };
  return error ? fail('upstream') : result;
};

/** Anvil and most nodes serve both on one port; give `ws:` URLs where they differ. */
const socketUrlOf = (url: string): string => url.replace(/^http/, 'ws');

export type NodeEvents = {
  /** At the start. */
  onNoNode: (reasons: readonly string[]) => void;
  onChain: (chainId: bigint) => void;
  onForeign: (name: string, chainId: bigint) => void;
};

/**
 * Nodes of one chain, asked in their order: the first that answers is the one. A node of another
 * chain is never asked. Where none answers yet, calls fail until one does.
 *
 * @throws where two nodes differ
 */
export const connectEthereum = async (options: {
  urls: readonly string[];
  socketUrls: readonly string[];
  deadlineMs: number;
  replyBytes: number;
  clock: () => number;
  events?: NodeEvents;
  onAsked: (name: string, outcome: 'ok' | 'failed' | 'nonsense') => void;
}): Promise<Ethereum> => {
  const { deadlineMs, replyBytes, clock, events, onAsked } = options;
  const readReply = createReadReply();
  /** For the service's own requests. */
  const ownBudget = (): MemoryBudget => createMemoryBudget(replyBytes);
  const nodes = options.urls.map((url): Node => {
    const node: Node = {
      url,
      endpoint: httpEndpoint(url, clock, () => {
        node.isOfChain = false;
      }),
      breaker: createBreaker(clock),
      isOfChain: false,
      ...{ told: undefined, checking: undefined, probing: undefined },
    };
    return node;
  });
  const attemptMs = nodes.length > 1 ? deadlineMs / 2 : deadlineMs;
  let chainId: bigint | undefined;
  /** As long as no node has answered. */
  let looking: NodeJS.Timeout | undefined;

  const hear = (node: Node, found: bigint): void => {
    if (chainId === undefined) {
      chainId = found;
      clearInterval(looking);
      events?.onChain(found);
    }
    const before = node.told;
    node.told = found;
    node.isOfChain = found === chainId;
    if (node.isOfChain) return;
    const { name } = node.endpoint;
    if (found !== before) events?.onForeign(name, found);
    throw new Error(`${name} is of chain ${found}, others of chain ${chainId}.`);
  };

  /** One question for all who wait for it. */
  const checkForAll = (node: Node): Promise<void> => {
    node.checking ??= askChain(node.endpoint, probeMs, replyBytes)
      .then((found) => hear(node, found))
      .finally(() => {
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

  const close = async (): Promise<void> => {
    clearInterval(looking);
    await Promise.all(nodes.map(({ endpoint }) => endpoint.close()));
  };

  // At once, so that one that hangs holds up no other. One that is down is tried again when it is needed.
  const looks = await Promise.allSettled(nodes.map(checkForAll));
  if (nodes.some(({ told }) => told !== undefined && told !== chainId)) {
    await close();
    const chains = nodes.map(({ endpoint, told }) => `${endpoint.name} of ${told ?? 'none yet'}`);
    throw new Error(`The nodes are of several chains: ${chains.join(', ')}.`);
  }
  if (chainId === undefined) {
    const reasons = looks.map((look) => (look.status === 'rejected' ? reasonOf(look.reason) : ''));
    events?.onNoNode(nodes.map(({ endpoint: { name } }, index) => `${name}: ${reasons[index]}`));
    looking = setInterval(() => nodes.forEach(probe), againMs).unref();
  }

  const isChecked = (node: Node): Promise<boolean> => checkForAll(node).then(() => true);
  /** A hanging node must not delay calls that another node can answer. */
  const patienceMs = (node: Node): number =>
    nodes.some((one) => one !== node && one.isOfChain) ? hurriedMs : probeMs;

  const askNode = async (
    node: Node,
    request: Call,
    until: number,
    budget: MemoryBudget,
  ): Promise<string> => {
    // Each new connection may lead to another node, behind a load balancer.
    if (!node.isOfChain && !(await withTimeout(patienceMs(node), isChecked(node), false)))
      throw lateError();
    const leftMs = Math.max(1, Math.ceil(until - performance.now()));
    const { id, text } = await node.endpoint.call(request, leftMs, budget);
    const reply = readReply(request, id, text, chainId ?? 0n, node.endpoint.redact);
    if (!hasNoReceipts(request, reply)) return reply;
    const block = blockOfReceipts(request);
    return emptyOrNull(reply, block, await askNode(node, block, until, budget));
  };

  /** A response holds its budget until the caller's is closed; a failed one releases it at once. */
  const withBudget = (
    ask: (budget: MemoryBudget) => Promise<string>,
    above: MemoryBudget,
  ): Promise<string> => {
    const budget = createMemoryBudget(replyBytes, above);
    return ask(budget).catch((error) => {
      budget.close();
      throw error;
    });
  };

  const call = async (request: Call, above: MemoryBudget): Promise<string> => {
    const until = performance.now() + deadlineMs;
    let last: unknown;
    for (const node of nodes) {
      const now = performance.now();
      const leftMs = Math.ceil(Math.min(attemptMs, until - now));
      if (leftMs <= 0) break;
      if (!node.breaker.admits()) continue;
      const attempt = () =>
        withBudget((budget) => askNode(node, request, now + leftMs, budget), above);
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

  const ask: Ethereum['ask'] = async (method, params) =>
    resultOf(await call({ id: 1, method, params }, ownBudget()));

  return {
    chainId: async () => {
      if (chainId === undefined) await ask('eth_chainId', []);
      return chainId ?? fail('upstream');
    },
    ...{ call, ask },
    socketUrls: () =>
      options.socketUrls.length > 0
        ? [...options.socketUrls]
        : nodes.map((node) => socketUrlOf(node.url)),
    states: () =>
      nodes.map(({ endpoint, breaker, told }) => ({
        name: endpoint.name,
        state: told === undefined || told === chainId ? breaker.state() : 'foreign',
      })),
    close,
  };
};
