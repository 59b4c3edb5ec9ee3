import { fail, ServiceError } from '../errors';
import type { Call } from '../rpc/readCalls';
import { type Breaker, createBreaker } from './breaker';
import { type Endpoint, httpEndpoint } from './jsonRpc';

export type Ethereum = {
  chainId: bigint;
  /** @throws `upstream` or `late`, when no node has answered within the deadline */
  call: (call: Call) => Promise<string>;
  /** The result alone. @throws also where the node replies with an error */
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>;
  /** WebSocket addresses of the nodes, the first choice first. */
  socketUrls: () => string[];
  states: () => { name: string; state: string }[];
  close: () => Promise<void>;
};

type Node = { url: string; endpoint: Endpoint; breaker: Breaker; isOfChain: boolean };

/** Asked twice they act twice: they go to another node only if the first was not reached. */
const notRepeatable = /^(eth_sendTransaction|eth_new|evm_|anvil_|hardhat_)/;
const notReached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return typeof cause === 'object' && cause !== null ? codeOf(cause) : '';
};

const resultOf = (text: string): unknown => {
  const { result, error } = JSON.parse(text) as { result?: unknown; error?: unknown };
  if (error !== undefined || result === undefined) fail('upstream');
  return result;
};

/** Anvil and most nodes serve both on one port; `ws:` addresses may be given where they differ. */
const socketUrlOf = (url: string): string => url.replace(/^http/, 'ws');

/**
 * Nodes of one chain, asked in their order: the first that answers is the one. A node of another
 * chain is never asked.
 *
 * @throws where no node says which chain it is of, or two nodes differ
 */
export const connectEthereum = async (options: {
  urls: readonly string[];
  socketUrls: readonly string[];
  deadlineMs: number;
  clock: () => number;
  onAsked: (name: string, outcome: 'ok' | 'failed') => void;
}): Promise<Ethereum> => {
  const { deadlineMs, clock, onAsked } = options;
  const nodes: Node[] = options.urls.map((url) => ({
    url,
    endpoint: httpEndpoint(url),
    breaker: createBreaker(clock),
    isOfChain: false,
  }));
  const attemptMs = nodes.length > 1 ? deadlineMs / 2 : deadlineMs;
  let chainId: bigint | undefined;

  const checkChain = async (node: Node, timeoutMs: number): Promise<void> => {
    if (node.isOfChain) return;
    const call = { id: 1, method: 'eth_chainId', params: [] };
    const found = BigInt(resultOf(await node.endpoint.call(call, timeoutMs)) as string);
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
      // A node that is down is tried again when it is needed; one of another chain is a mistake.
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

  const call = async (request: Call): Promise<string> => {
    const until = performance.now() + deadlineMs;
    let last: unknown;
    for (const node of nodes) {
      const leftMs = Math.ceil(Math.min(attemptMs, until - performance.now()));
      if (leftMs <= 0) break;
      if (!node.breaker.admits()) continue;
      try {
        await checkChain(node, leftMs);
        const text = await node.endpoint.call(request, leftMs);
        node.breaker.succeeded();
        onAsked(node.endpoint.name, 'ok');
        return text;
      } catch (error) {
        node.breaker.failed();
        onAsked(node.endpoint.name, 'failed');
        last = error;
        if (notRepeatable.test(request.method) && !notReached.has(codeOf(error))) break;
      }
    }
    const isLate = (last as { name?: unknown } | undefined)?.name === 'TimeoutError';
    throw new ServiceError(isLate ? 'late' : 'upstream', { cause: last });
  };

  return {
    chainId,
    call,
    ask: async (method, params) => resultOf(await call({ id: 1, method, params })),
    socketUrls: () =>
      options.socketUrls.length > 0
        ? [...options.socketUrls]
        : nodes.map((node) => socketUrlOf(node.url)),
    states: () =>
      nodes.map(({ endpoint, breaker }) => ({ name: endpoint.name, state: breaker.state() })),
    close,
  };
};
